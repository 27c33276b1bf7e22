/**
 * How people ask and order in languages that have no rules of their own: by the first words, or by the last where the verb comes last. Only
 * forms that begin no statement; an interrogative that is also a conjunction is left out.
 */
const begins = (words: string): RegExp => new RegExp(`^[¿¡]?(?:${words})(?![\\p{L}\\p{M}])`, 'iu');

const asking: RegExp[] = [
  // Spanish, Portuguese, French, Italian
  begins('qué|quién(?:es)?|dónde|adónde|cuándo|cuánt[oa]s?|cuál(?:es)?|cómo|por qué'),
  begins('quem|onde|aonde|quais|quant[oa]s|por que|o que (?:é|são|foi|eu)|você sabe'),
  begins(
    'où (?:est|sont|ai|habite|vis|se)|qui (?:est|suis|sont)|quels? (?:est|sont)|quelles? (?:est|sont)|combien|pourquoi|est-ce que|qu.est-ce que',
  ),
  begins(
    'dove|chi (?:è|sono|sei)|quanti|quante|quanto (?:costa|è|ho)|perché non|qual è|quali|cosa (?:è|sai|ho|devo)|che cosa',
  ),
  // Dutch, Swedish, Polish, Czech
  begins(
    'waar (?:is|zijn|woon|staat|ligt|heb)|wie (?:is|zijn|ben)|wanneer (?:is|was|heb|moet|begint)|hoeveel|waarom|welke? \\p{L}+ (?:is|zijn|heb|was)',
  ),
  begins('var (?:är|bor|ligger|har)|vem|vilken|vilket|vilka|varför|hur (?:många|mycket|gammal)'),
  begins('gdzie|kto|kiedy (?:jest|mam|był|była)|jak(?:i|a|ie) (?:jest|są|mam)|dlaczego|czy|ile'),
  begins('kde|kdo|kolik|proč|jak(?:ý|á|é) (?:je|jsou|mám)'),
  // Russian, Ukrainian, Greek, Turkish
  begins('где|кто|сколько|почему|зачем|какой|какая|какое|какие|куда|откуда|чей|де я|хто|скільки|чому'),
  begins('πού|ποιος|ποια|ποιο|πόσ(?:ο|α|οι|ες)|γιατί|πότε'),
  /(?<![\p{L}])(?:m[ıiuü](?:y[ıiuü]m|s[ıiuü]n|d[ıiuü]r)?|nerede(?:yim|sin)?|kimdir|kaçtır|nedir)[\s.!]*$/iu,
  // Arabic, Hebrew, Hindi, Indonesian, Vietnamese
  begins('أين|اين|متى|من هو|من هي|كم|لماذا|هل|ما هو|ما هي|ما اسم|איפה|מתי|למה|כמה|האם|מי זה'),
  /(?:कहाँ|कहां|कब|कौन|क्यों|कितन[ाेी]|क्या)(?:[^।?]{0,20})(?:है|हैं|हूँ|था|थी)[\s।]*$/u,
  begins('di mana|dimana|siapa|kapan|berapa|mengapa|kenapa|apakah'),
  /(?:ở đâu|là ai|là gì|khi nào|bao nhiêu|phải không|được không)[\s.!]*$/iu,
  // Chinese, Japanese, Korean
  /(?:吗|嗎|呢|什么|什麼|哪里|哪裡|哪儿|多少)[\s。！]*$|^(?:谁|誰|哪[个個里裡]|为什么|為什麼|多少)/u,
  /(?:ですか|ますか|でしょうか|ましたか|ませんか|だっけ|かな)[\s。！]*$|^(?:どこ|いつ|誰が|なぜ|どうして)/u,
  /(?:습니까|ㅂ니까|인가요|나요|까요|예요|이에요|지요|니)[\s.]*[?？]$|^(?:어디|언제|누가|왜|몇)(?!\p{L}*(?:지|든))/u,
];

const ordering: RegExp[] = [
  begins(
    'por favor|dime|dinos|muéstra(?:me|nos)|enséña(?:me|nos)|cuénta(?:me|nos)|explíca(?:me|nos)|recuérda(?:me|nos)|olvida(?:te)?|olvide|borra|borre|elimina|elimine|busca|haz(?:me)?',
  ),
  begins(
    'diga|diz(?:-me)?|me (?:diga|diz|mostre|mostra|conte|conta|lembre|explique)|mostr[ea](?:-me)?|conte(?:-me)?|esque(?:ça|ce)|apag(?:ue|a)|exclua|explique|procure',
  ),
  begins(
    "s['’]il (?:te|vous) pla[iî]t|dis-(?:moi|nous)|dites-(?:moi|nous)|montre[z]?(?:-moi|-nous)?|raconte[z]?(?:-moi)?|explique[z]?(?:-moi)?|rappelle[z]?-moi|oublie[zs]?|supprime[zs]?|efface[zs]?|cherche[z]|donne[z]?-moi",
  ),
  begins(
    'per favore|dimmi|mostra(?:mi)?|fammi|raccontami|spiega(?:mi)?|ricordami|dimentica|cancella|elimina|cerca(?:mi)?',
  ),
  begins(
    'alsjeblieft|toon|laat me|vertel|zeg me|vergeet|verwijder|wis|leg uit|geef me|zoek|visa mig|berätta|glöm|radera|ta bort|vis mig|fortæl|glem|slet|slett|fortell',
  ),
  begins(
    'proszę|pokaż|powiedz|opowiedz|wyjaśnij|przypomnij|zapomnij|usuń|skasuj|znajdź|prosím|ukaž|řekni|zapomeň|smaž|odstraň',
  ),
  begins(
    'пожалуйста|покажи(?:те)?|скажи(?:те)?|расскажи(?:те)?|объясни(?:те)?|напомни(?:те)?|забудь(?:те)?|удали(?:те)?|сотри(?:те)?|найди(?:те)?|назови(?:те)?|покажіть|скажіть|забудь|видали',
  ),
  begins(
    'παρακαλώ|δείξε|πες|ξέχνα|διέγραψε|σβήσε|εξήγησε|lütfen|من فضلك|أخبرني|اخبرني|أرني|ارني|انس|انسى|احذف|امسح|اشرح|تذكير|תראה לי|ספר לי|תגיד לי|תשכח|תמחק|בבקשה',
  ),
  /(?<![\p{L}])(?:göster(?:ir misin)?|söyle|unut|sil|anlat|açıkla)[\s.!]*$/iu,
  /(?:बताओ|बताइए|बताएं|दिखाओ|दिखाइए|भूल जाओ|भूल जाइए|हटा दो|हटाओ|मिटा दो)[\s।!]*$/u,
  begins(
    'tolong|mohon|tunjukkan|beri ?tahu|ceritakan|jelaskan|lupakan|hapus|hãy|làm ơn|xin hãy|cho tôi (?:biết|xem)|quên đi|xóa',
  ),
  /^(?:请(?!假|客)|請(?!假|客)|麻烦|麻煩|帮我|幫我|告诉我|告訴我|给我看|給我看|忘(?:了|记|記|掉)|删(?:除|掉)|刪(?:除|掉))/u,
  /(?:ください|下さい|教えて|見せて|忘れて|消して|削除して|お願いします)[\s。！]*$/u,
  /(?:주세요|해줘|알려줘|보여줘|말해줘|잊어(?:줘|버려)?|지워(?:줘)?|삭제해)[\s.!]*$/u,
];

/** Whether a sentence asks or orders in a language other than those of the rules. */
export const asksElsewhere = (sentence: string): boolean =>
  sentence.startsWith('¿') || asking.some((form) => form.test(sentence));
export const ordersElsewhere = (sentence: string): boolean => ordering.some((form) => form.test(sentence));
