/** Characters of a block: regular expressions overflow the stack on runs of a few million. */
const longestBlock = 65_536;

/**
 * Yields a text in blocks of at most `longest` characters, 65,536 by default. Cuts before a space that follows a
 * word, where tokens and words begin anew; in a run without spaces, anywhere between code points.
 */
export function* blocksOf(text: string, longest = longestBlock): Generator<string> {
  let start = 0;
  while (text.length - start > longest) {
    const end = cutBefore(text, start, start + longest);
    yield text.slice(start, end);
    start = end;
  }
  yield text.slice(start);
}

/** Returns `index`, or `index - 1` if `index` splits a surrogate pair. */
export function codePointBoundary(text: string, index: number): number {
  const code = text.codePointAt(index - 1);
  return code !== undefined && code > 0xffff ? index - 1 : index;
}

function cutBefore(text: string, start: number, end: number): number {
  const block = text.slice(start, end + 1);
  for (let space = block.lastIndexOf(' '); space > 0; space = block.lastIndexOf(' ', space - 1)) {
    if (block.charAt(space - 1).trim() !== '') return start + space;
  }
  return codePointBoundary(text, end);
}
