const fence = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\1[^\n]*$|(?![\s\S]))/gm;
/** `<log> … </log>`: what somebody pasted and marked as such. */
const taggedBlock = /<([a-z][\w-]{0,40})(?: [^<>]*)?>[\s\S]*?<\/\1>/gi;
const quoteLine = /^[ \t]*>.*$/gm;

/** What its author says in a text: without code blocks, quoted lines and tagged blocks, which others may have written. */
export function unquotedText(text: string): string {
  return text.replaceAll(fence, '\n').replaceAll(taggedBlock, '\n').replaceAll(quoteLine, '');
}
