import { createPatch } from 'diff';

/** Milliseconds for a diff. The time grows with the square of the changed lines, and the server waits meanwhile. */
const longestDiff = 300;

/** A change of a file as a unified diff; as all old lines and all new lines when a shorter diff takes too long. */
export function previewChange(path: string, before: string, after: string): string {
  const patch = createPatch('', before, after, undefined, undefined, { context: 3, timeout: longestDiff });
  // without the lines that name the tool and the file
  const changes = patch?.split('\n').slice(4).join('\n') ?? `${marked('-', before)}\n${marked('+', after)}\n`;
  // a path with line ends must not pass for lines of the diff
  return `${/[\r\n]/.test(path) ? JSON.stringify(path) : path}\n${changes}`;
}

const marked = (mark: '-' | '+', text: string): string => text.replaceAll(/^/gm, mark);
