import type { ReadStep } from './read-step.ts';
import { asDirectory, tidyPath } from './step-paths.ts';

/** A file that a model named, as the step named it: whole, or by its last segments. Null when the step did not. */
export function mentionedFile(path: string, step: ReadStep): string | null {
  const named = tidyPath(path);
  const relative = named.replace(/^\//, '');
  if (relative === '' || relative.endsWith('/')) return null;
  const known =
    step.files.find((file) => file === named || file === relative) ??
    step.files.find((file) => file.endsWith(`/${relative}`));
  return known ?? (isSaid(named, step) ? named : null);
}

/** The same for a directory; one that a mentioned path lies in counts as mentioned. */
export function mentionedDirectory(path: string, step: ReadStep): string | null {
  const named = asDirectory(tidyPath(path));
  const relative = named.replace(/^\//, '');
  if (relative === '') return null;
  const paths = [...step.directories, ...step.files];
  if (paths.some((known) => known.startsWith(named))) return named;
  if (paths.some((known) => known.startsWith(relative))) return relative;
  const around = paths.find((known) => known.includes(`/${relative}`));
  if (around) return around.slice(0, around.indexOf(`/${relative}`) + relative.length + 1);
  return isSaid(named.slice(0, -1), step) ? named : null;
}

/** Whether a text has it word for word, with no more path on either side. */
function isSaid(path: string, { userMessage, reply }: ReadStep): boolean {
  return [userMessage, reply].some((text) => {
    for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1)) {
      const [before, after] = [text[at - 1] ?? ' ', text.slice(at + path.length, at + path.length + 2)];
      if (!/[\p{L}\p{N}_/.-]/u.test(before) && !/^(?:[\p{L}\p{N}_-]|\.\p{L})/u.test(after)) return true;
    }
    return false;
  });
}
