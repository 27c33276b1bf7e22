import { createPatch } from 'diff';

/** A change of a file as a unified diff. */
export const previewChange = (path: string, before: string, after: string): string =>
  createPatch(path, before, after, undefined, undefined, { context: 3 })
    // without the lines that name the tool and the file twice
    .split('\n')
    .slice(4)
    .join('\n')
    .replace(/^/, `${path}\n`);
