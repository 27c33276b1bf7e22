/** Invisible characters: bidi controls, zero-width, tags, fillers, annotations. */
const invisible = /(?!\uFE0F)[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]/gu;
/** Whatever ends a line in some program: line feeds, separators, control characters except the tab. */
const lineEnds = /[[\p{Zl}\p{Zp}\p{Cc}]--[\t]]+/v;
/** Opens a heading, quote, list, table or rule at the beginning of a line. */
const openingMark = /^(?:#{1,6}(?=\s|$)|[-*+](?=\s|$)|[>|]|[-=_*](?=[-=_*\s]{2}))/u;
const openingNumber = /^(\d{1,9})([.)])(?=\s|$)/u;
/** The name of a chat template's speaker, at the beginning of a line or sentence, with any marks around it. */
const speakers = '(?:system|user|assistant|human|ai|bot|model|tool|function|developer|instructions?)';
// only looks back from names: looking back from every mark would read a run of marks again and again
const speaker = new RegExp(
  String.raw`(?=${speakers})(?<=(?:^(?:\d{1,9}[.)])?|[.!?…。！？;)\]}"”»'’]\s+)[^\p{L}\p{N}]*)(${speakers}[^\p{L}\p{N}:：]{0,6})[\s:：]*[:：]`,
  'giu',
);
/** Tokens of chat templates, anywhere in a line. */
const bracketToken =
  /\[(\/?(?:INST|SYS|SYSTEM_PROMPT|SYSTEM|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|BEGIN_OF_\w+|END_OF_\w+|gMASK|sMASK))\]/giu;
/** Opens a tag. After a letter it is a type argument (`Array<string>`), unless its name is one of a chat template. */
const tagOpener = /<(?=[/!?|｜]|<\/?sys>)/giu;
const namedTag = /(?<![\p{L}\p{N}_$])<(?=\p{L})/giu;
const templateTag =
  /<(?=(?:s|sys|system|user|assistant|human|tool|tools|function|developer|think|thinking|instructions?|prompt|context|memory|memories|notes?|im_start|im_end|eop|sop|bos|eos|pad|start_of_turn|end_of_turn|begin_of_text|end_of_text|(?:antml:)?(?:function|tool)_?\w*|antml:\w+)\b)/gu;

/**
 * Turns a text into data for one line of a prompt: it cannot end the line, or open a heading, list, quote, fence,
 * table, tag or a speaker's turn. Visible text stays legible: marks are escaped (`\#`), not removed. Idempotent. ''
 * if nothing visible is left.
 */
export function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(invisible, '')
    .split(lineEnds)
    .map((part) => disarm(part.replaceAll(/\s+/gu, ' ').trim()))
    .filter((part) => part !== '')
    .join(' ');
  // joined parts can form a new mark
  return disarm(line);
}

function disarm(line: string): string {
  const lastEnd = line.lastIndexOf('>');
  // replacements have one character, so positions stay valid
  const unlessOpen = (mark: string, at: number) => (at < lastEnd ? '‹' : mark);
  return (
    line
      .replaceAll(tagOpener, '‹')
      .replaceAll(namedTag, unlessOpen)
      .replaceAll(templateTag, unlessOpen)
      // disarm the end of a token as well as its beginning
      .replaceAll(/(?<=[\p{L}\p{N}_])([|｜])>/gu, '$1›')
      .replaceAll(bracketToken, '($1)')
      .replaceAll(/`{3,}/gu, '`')
      .replaceAll(/~{3,}/gu, '~')
      .replaceAll(speaker, (_match, before: string) => `${before.trimEnd()} –`)
      .replaceAll(/(?<=^|\s)(#{2,6})(?=\s|$)/gu, String.raw`\$1`)
      .replace(openingMark, String.raw`\$&`)
      .replace(openingNumber, String.raw`$1\$2`)
  );
}
