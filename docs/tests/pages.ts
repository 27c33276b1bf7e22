import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** `path` from the root of the repository. */
export type Page = { path: string; text: string };

/** A fenced block. `noRun` is the reason in its info string why it is not run: ```` ```sh no-run needs a key ````. */
export type Block = { page: string; line: number; language: string; noRun: string | null; code: string };

/** Every page of the documentation, the README first, then by path. */
export const pages: Page[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'db/README.md',
  ...globSync('{docs/**,packages/*,apps/*}/*.md', { cwd: root }).toSorted(),
].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const fence = /^```(?<language>\S*)(?: +(?<info>.*))?\n(?<code>[^]*?)^```$/gm;

export function blocksOf({ path, text }: Page): Block[] {
  return Array.from(text.matchAll(fence), ({ index, groups = {} }) => ({
    page: path,
    line: text.slice(0, index).split('\n').length,
    language: groups['language'] ?? '',
    noRun: readNoRun(groups['info']),
    code: groups['code'] ?? '',
  }));
}

/** Reads the reason of an info string; null if there is no info string. Throws for any other text. */
function readNoRun(info: string | undefined): string | null {
  if (info === undefined) return null;
  const reason = /^no-run (\S.*)$/.exec(info)?.[1];
  if (reason === undefined) throw new Error(`"${info}" should be "no-run" and a reason`);
  return reason;
}

export const blocks: Block[] = pages.flatMap(blocksOf);
