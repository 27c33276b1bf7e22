import { atStart, colon, lineEnd, literal, type Requests } from './language.ts';
import { namedPattern } from '../named-groups.ts';

const filler =
  '(?:from now on,? |going forward,? |important[:!,]? |please,? |pls |plz |kindly |also |just |always |do |try (?:to|and) )*';
/** Words of courtesy between a modal verb and what is asked, whatever joins them: "is it possible that you …". */
const courtesy =
  '(?:,? (?:you|u|it|be|been|to|that|if|whether|for|me|i(?= (?:ask|bother|trouble|get|have|may|might|could|can) )|ask|bother|trouble|get|have|able|possible|possibly|ok(?:ay)?|alright|fine|good|nice|great|helpful|lovely|kind|sweet|enough|make|sure|so|as|and|a|favou?r|do|could|would|can|might|will|mind|please|kindly|perhaps|maybe)(?![\\p{L}]))';
const modal =
  "(?:(?:can|could|would|will|might|may) (?:you|u|it(?= be )|i(?= (?:ask|bother|trouble|get|have) ))|are you able|is (?:it|there)|any (?:chance|way)|do you (?:think|mind)|i(?:['’]m| am| was|['’]ve been)? (?:hop|wonder)(?:e|ing)?(?= (?:that )?(?:if )?you (?:could|would|can|will|might)))";
const question = `(?:${modal}${courtesy}{0,9})`;
const thankful = String.raw`i(?:['’]d| would) (?:appreciate it|be (?:so |very |really )?(?:grateful|thankful|glad|happy))`;
const form = String.raw`(?:${question}|i(?:['’]d| would)? (?:really )?(?:like|love|want|need) you to|you (?:must|should|need to|have to)|(?:make|be) sure (?:to|(?:that )?you)|(?:${thankful}|it(?:['’]d| would) be (?:good|great|nice|helpful)) if you(?:['’]d| would| could)?)`;
const ask = `${filler}(?:${form} )?${filler}`;

const of = '(?: of)?';
/** As people type it. */
const remember = '(?:rem(?:em|e|me)?b(?:er|re|r))';
const keep = String.raw`(?:${remember}|memori[sz]e|keep in mind|bear in mind|(?:make|take|keep) (?:a )?(?:mental |quick )?note${of}|(?:never|(?:don['’]?t|do not)(?: ever)?) forget)`;
const keeping = `(?:(?:${question}|${thankful} if you) ${filler}(?:remember(?:ing|ed)|memori[sz](?:ing|ed)|(?:keeping|kept) in mind|(?:making|taking|made|took) (?:a )?(?:mental )?note${of}))`;
/** Verbs that also order work. */
const storing =
  '(?:stor(?:e|ing)|sav(?:e|ing)|record(?:ing)?|not(?:e|ing)(?: down)?|(?:writ|jot)(?:e|t?ing) down)';
const onDisk = String.raw`\b(?:files?|folders?|images?|pictures?|photos?|screenshots?|documents?|docs?|documentation|reports?|results?|outputs?|logs?|readme|changelog|code|commits?|branch|pull request|changes|comments?|tickets?|issues?|variables?|tables?|spreadsheet|database|disk|drive|pdf|csv|json|migrations?)\b`;

/** Words of a noun phrase, up to a word that begins another part of the sentence. */
const words = String.raw`(?: (?!(?:that|to|in|into|on|for|from|of|about|at|as|with|when|if|how|why|what|who|where|and|or|but|is|are|was|were|down|away|i|we|you)\b)[\p{L}\p{N}][\p{L}\p{N}'’/-]*){0,3}`;
const these = '(?:this|these|the following|following)';
const some = String.raw`(?:another|one|two|three|four|five|six|\d+|some|a few|a couple of|an?|things|facts|points|rules|something|everything)`;
const object = `(?:(?:that|it|those|them)|(?:${these}|${some})${words})`;
const role = String.raw`(?: as (?:an?|the|my|our|one|house)?(?: ?[\p{L}-]+){1,2})?`;
const purpose = String.raw`(?:,? (?:for (?:me|us|later|good|ever|next time|reference|(?:the |all )?(?:future|next|later|upcoming)(?: \p{L}+)?)|from now on|going forward|in (?:the )?future|permanently|forever|somewhere safe|please|pls|plz|too|as well|well))*`;
const place = String.raw`(?:(?:in|into|to|on|under) (?:(?:(?:your|the|my|our) )?(?:(?:long[ -]term|permanent|persistent) )?(?:memory(?: bank)?|memories)|your (?:own |long-term )?(?:mind|brain|storage|database|profile|head|knowledge(?: base)?|notes?|notebook|records?|files?)|mind|record|file))`;
const put =
  '(?:add|save|store|put|record|write|note|keep|log|commit|file|enter|stick|jot|drop|have|hold|bear)';
const away = '(?:down|away)';

/** Keeping with the object inside: "keep this in mind", "write it down", "hang on to that". */
const keepApart = (thing: string): string =>
  `(?:${put} ${thing}(?: ${away})? ${place}|(?:write|note|jot|take) (?:${thing} down|down(?: ${thing})?)|file ${thing} away|(?:hold|hang) on to ${thing})`;

const said = String.raw`(?:i|we) (?:talked|discussed|spoke|said|told|had|were|was|did|saw|tried|mentioned|asked)\b`;
const moment = String.raw`(?:time|day|night|one|moment|bug|conversation|discussion|many|much)\b`;
const noSubject = String.raw`(?:when|how|what|why|who(?:se|m)?|where|which|if|whether|to|not|me|us|him|her|them|it|this|that|those|these|and|or|but|also|of|from|you|your|\p{L}+ing)\b`;
const verb =
  '(?:is|are|uses|use|runs|has|have|must|should|needs|need|listens|lives|live|works|wants|prefers|likes|hates)';
const pointed =
  '(?:(?:that|this|it|these|those|them|all (?:of )?(?:that|this)|everything|both)(?: (?:one|rule|fact))?)';
const situation = String.raw`(?: (?:for|when(?:ever)?|while|during|before|after|next)(?: (?!(?:that|and|or|but|is|are|has|have|must)\b)[\p{L}\p{N}'’-]+){1,5})?`;
const reference = `(?:${keepApart(pointed)}${situation}|(?:remember|memori[sz]e) (?:this|it|these|those|them)${situation}|(?:remember|memori[sz]e|never forget|(?:don['’]?t|do not)(?: ever)? (?:forget|lose)|(?:make|take) (?:a )?(?:mental )?note of) ${pointed}|(?:save|store|keep|record) ${pointed}(?= (?:for|from|going|in|permanently|forever)\\b))`;
const writing = `(?:save|store|record|note(?: down)?|write down)(?: ${pointed})?`;
/** The verb alone: what to keep was said before. */
const bare = `(?:(?:please|pls) (?:${keep}|(?<work>${writing}))|${keep},? (?:please|pls)|(?<work>${writing}),? (?:please|pls)|update your (?:memory|notes)|(?:just )?so (?:that )?you (?:remember|know|(?:don['’]?t|do not) forget)(?: (?:it|that))?|(?:never|(?:don['’]?t|do not)(?: ever)?) forget|(?:(?:that|this|it)(?:['’]s| is) )?(?:(?:one|something|important|worth) ){1,2}(?:(?:to|for) )?(?:remember(?:ing)?|keep(?:ing)? in mind|memory))`;

const thing =
  '(?:(?:(?:just|one|another|two|three|a|an|some|few|the|new|important|quick|little|small|short|tiny|brief|final|last|useful|handy|more) ){0,4}(?:something|things?|points?|facts?|rules?|notes?|reminders?|memos?|infos?|information|details?|tips?|bits?|heads-up|one) )';
const standing =
  '(?:to (?:remember|keep in mind|bear in mind|memori[sz]e|note|(?:store|save|file|tuck)(?: away)?|keep|hold on to)|worth (?:remembering|noting|knowing|keeping in mind)|(?:to|for) (?:self|yourself|you|your (?:memory|notes?|records?))|for (?:later|next time|the future|future reference|the record))';

export const englishRequests: Requests = {
  remember: atStart([
    `(?:${ask}(?:${keep}(?: ${object})?|${keepApart(object)})|${keeping}(?: ${object})?)${purpose}${role}${purpose}(?:${colon}|${lineEnd})`,
    `${ask}${keep}(?: ${object})?${purpose}${literal}`,
    `(?:${ask}(?:${keep}|(?:write|note|jot|take) down)|${keeping})${purpose},? (?:the (?:fact|info(?:rmation)?) )?(?:that |das?s |ว่า\\s*)(?!${moment})`,
    `${filler}${question} ${filler}${storing}${purpose},? (?:the (?:fact|info(?:rmation)?) )?that (?=(?:\\S+ ){2}\\S)(?!(?:in|on|to|into|at|as|for|with|from|and|or|somewhere|there|under|by|when|if|before|after|${moment})(?!\\p{L}))(?!.*${onDisk})`,
    // an aside before what is below: "remember this config, it's what staging uses:"
    `${ask}(?:${keep}|${put}|${storing}) ${these}${words}, (?=[^.?!:]{2,80}[:：]\\s*$)`,
    // a longer noun phrase tells something: "remember the command for a restart: …", "remember for the shop: …"
    `${ask}(?:${keep} (?:it|${these}(?: one| thing)?)|${keepApart(object)}) (?=(?:for|about|on|in|when(?:ever)?|if|before|after) [^.?!:]{2,80}:(?:\\s|$))`,
    `${ask}${keep} (?:${these} )?(?=(?:(?:the|my|our|an?|for|about|on|in)\\b|\\p{L}+ (?:for|to|about|on|in|of|from|when)\\b)[^.?!:]{2,80}:(?:\\s|$))(?!the ${moment})`,
    `(?:${ask}${remember}|${keeping}),? (?=(?:i|i['’]ve|we|my|our|always|never)\\b)(?!i(?:['’]m| am)\\b)(?!${said})`,
    `${ask}(?:never|(?:don['’]?t|do not)(?: ever)?) forget,? (?=(?:i|i['’]m|i['’]ve|we|we['’]re)\\b)(?!${said})`,
    `${ask}${remember},? (?=the [^.?!:]{2,80}? ${verb}\\b)(?!the ${moment})`,
    `${ask}(?:${keep} (?:${these}|it)(?: one| well| carefully)?|${keepApart(object)})${purpose}, (?!(?:please|ok(?:ay)?|right|thanks|and|but|because|since|as|if|when|so|though|my|dear)\\b)`,
    `${ask}${put}(?: ${object})?(?: ${away})? ${place}${purpose}(?:${colon}|${lineEnd}|,? that |,? (?=(?:i|i['’]m|we|my|our|always|never)\\b))`,
    `(?:${thing})?(?:(?:for you|you should|you must|you need|important|worth) )*${standing}${purpose}(?:${colon}|, |(?= (?:for|when(?:ever)?|if|before|after|about|in|on) [^.?!:]{2,60}:(?:\\s|$)))(?:that )?`,
    `${thing}(?:away )?${standing}${purpose}\\s*$`,
    '(?:you should know|(?:just )?so (?:that )?you know),? (?:that )?(?!(?:what|how|why|who|where|better)\\b)',
    `(?:(?:just )?so (?:that )?you(?:['’]ve got| have| know| remember| (?:don['’]?t|do not) forget)\\b[^.?!:]{0,40}|you know (?:for )?(?:next time|later|the future))${colon}`,
  ]),
  advising: atStart([
    // what is before the request says where the statement holds: "for the shop, remember that …"
    `(?=(?:for|in|on|at|with|when(?:ever)?|if|before|after) [^,.:?!]{2,60}, ${ask}(?:${keep}(?: ${object})?|${keepApart(object)})${purpose}(?:\\s*:|,? that ))`,
    // "note that" is mostly an aside, but not before what lasts about the speaker
    `${ask}note,? that (?=(?:i (?:prefer|like|love|hate|never|always|live|speak|don['’]?t (?:eat|drink|like|want))|i(?:['’]m| am) (?:an? |allergic|vegan|vegetarian|based|from)|my (?:name|birthday|pronouns|job|address|time ?zone|favou?rite)|we (?:always|never|only))\\b)`,
    `${ask}(?=remember,? (?:not )?to )`,
    `${ask}${remember},? (?=i(?:['’]m| am)\\b)`,
    `${ask}${remember},? (?=(?:no|don['’]?t|do not|only|avoid|every|each|all|any)\\b)`,
    `${ask}${remember},? (?!${noSubject})(?=[^.?!:,]{2,60}? ${verb}\\b)(?!the ${moment})`,
    `${ask}(?:save|store|record|note|file|jot|learn|keep|bookmark)(?: ${away})? ${these}(?! (?:\\S+ )?(?:files?|images?|pictures?|pages?|documents?|videos?|screenshots?|changes|branch|state|results?|outputs?|responses?|values?|variables?|errors?)\\b)${words}(?: ${away})?${purpose}(?:${colon}|(?= as (?:an? |the |my |our )?(?:\\p{L}+ )?(?:rules?|facts?|notes?|preferences?|memory|reminders?)\\s*:?\\s*$)${role}${purpose}(?:${colon}|${lineEnd}))`,
    `(?:please |pls )+(?:save|store)${colon}`,
  ]),
  politely: new RegExp(`^${filler}(?:${question}|${thankful} if)(?!\\p{L})`, 'iu'),
  rememberThat: namedPattern(
    `(?:^|[.!,;–—-]\\s*(?:(?:and|so|but|then|also|just|please|pls),? )*|\\splease |^please,? )(?:${filler}${question} ${filler}${reference}${purpose}[\\s.!?]*|(?:${form} )?${filler}(?:${reference}|${bare})${purpose}(?:[\\s.!]*|,? (?:(?:would|could|can|will) you(?: please)?|ok(?:ay)?|alright)[\\s.!?]*))$`,
    'iu',
  ),
  onDisk: new RegExp(onDisk, 'iu'),
  tag: /,\s*(?:ok(?:ay)?|alright|all right|yeah|please|(?:would|could|can|will) you(?: please)?)\s*\?+\s*$/iu,
  nextRequest:
    /^(?:thanks|thank you|cheers|now(?!,? (?:i|we|our) )|(?:then|next|after that)(?!,? (?:i|we|you|he|she|it|they|the|an?|our|my|this|that|there)\b)|please|can you|could you|would you|let['’]?s|what|how)(?!\p{L})/iu,
};
