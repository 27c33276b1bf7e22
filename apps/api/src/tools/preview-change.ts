import { createPatch } from 'diff';

/** The most added and removed lines of a diff. Its time grows with their square and blocks the server: half a second for these. */
const longestDiff = 2_000;

/** A change of a file as a unified diff; as all old lines and all new lines when more of them differ than a diff may have. */
export function previewChange(path: string, before: string, after: string): string {
  const patch = createPatch('', before, after, undefined, undefined, {
    context: 3,
    maxEditLength: longestDiff,
  });
  // without the lines that name the tool and the file
  const changes = patch?.split('\n').slice(4).join('\n') ?? `${marked('-', before)}\n${marked('+', after)}\n`;
  // a path with line ends must not pass for lines of the diff
  return `${/[\r\n]/.test(path) ? JSON.stringify(path) : path}\n${changes}`;
}

const marked = (mark: '-' | '+', text: string): string => text.replaceAll(/^/gm, mark);
