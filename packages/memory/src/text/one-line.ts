/** Not seen, but read by a model or turning what is seen around: bidirectional, zero-width, tags, fillers, annotations. */
const invisible = /(?!\uFE0F)[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]/gu;
/** Ends a line somewhere: line feeds of all kinds, separators, and control characters but the tab. */
const lineEnds = /[[\p{Zl}\p{Zp}\p{Cc}]--[\t]]+/v;
/** What opens a heading, a quote, a list, a table or a rule at the beginning of a line. */
const openingMark = /^(?:#{1,6}(?=\s|$)|[-*+](?=\s|$)|[>|]|[-=_*](?=[-=_*\s]{2}))/u;
const openingNumber = /^(\d{1,9})([.)])(?=\s|$)/u;
/** A chat template's speaker at the beginning of a line or a sentence, whatever marks stand around the name. */
const speaker =
  /((?:^(?:\d{1,9}[.)])?|[.!?…。！？;)\]}"”»'’]\s+)[^\p{L}\p{N}]*(?:system|user|assistant|human|ai|bot|model|tool|function|developer|instructions?)[^\p{L}\p{N}:：]{0,6})[\s:：]*[:：]/giu;
/** Tokens that chat templates are made of, wherever they stand. */
const bracketToken =
  /\[(\/?(?:INST|SYS|SYSTEM_PROMPT|SYSTEM|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|BEGIN_OF_\w+|END_OF_\w+|gMASK|sMASK))\]/giu;
/** Tags: after a letter only a type argument is meant (`Array<string>`), unless its name is one of a chat template. */
const tagOpener = /<(?=[/!?|｜]|<\/?sys>)|(?<![\p{L}\p{N}_$])<(?=\p{L}[^>]*>)/giu;
const templateTag =
  /<(?=(?:s|sys|system|user|assistant|human|tool|tools|function|developer|think|thinking|instructions?|prompt|context|memory|memories|notes?|im_start|im_end|eop|sop|bos|eos|pad|start_of_turn|end_of_turn|begin_of_text|end_of_text|(?:antml:)?(?:function|tool)_?\w*|antml:\w+)\b[^>]*>)/gu;

/**
 * A text as data on one line of a prompt: no text can end the line, or open a heading, a list, a quote, a fence, a table,
 * a tag or a speaker's turn with it. Whatever is legible stays legible: marks are escaped (`\#`), not removed.
 * Idempotent. Empty when nothing visible is left.
 */
export function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(invisible, '')
    .split(lineEnds)
    .map((part) => disarm(part.replaceAll(/\s+/gu, ' ').trim()))
    .filter((part) => part !== '')
    .join(' ');
  // what stood apart can have become a mark together
  return disarm(line);
}

function disarm(line: string): string {
  return (
    line
      .replaceAll(tagOpener, '‹')
      .replaceAll(templateTag, '‹')
      // a token's end is as much a part of it as its beginning
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
