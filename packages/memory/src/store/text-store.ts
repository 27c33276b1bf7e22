import { z } from 'zod';
import type { Database } from '../ports.ts';
import { parseResult, record } from './rows.ts';
import type { StoredText, TextStore } from './stored-texts.ts';

const page = z.object({
  rows: z.array(z.object({ key: record, version: z.string(), about: record.optional(), texts: record })),
  after: record.nullable(),
});
const replaced = z.object({ replaced: z.number(), left: z.number() });

/** What somebody wrote, wherever it is stored, over SQL functions of the same names. */
export function createTextStore(database: Database): TextStore {
  return {
    async listTexts(kind, after, limit) {
      const { rows, after: next } = parseResult(
        page,
        await database.call('list_texts', { kind, after, limit }),
      );
      const texts = rows.map(({ about = {}, ...row }): StoredText => ({ ...row, about }));
      return { rows: texts, after: next };
    },
    async replaceTexts(kind, rows) {
      const inputs = rows.map(({ key, version, texts, contentHash, words, tokens, summaryHash }) => ({
        key,
        version,
        texts,
        content_hash: contentHash,
        words,
        tokens,
        summary_hash: summaryHash,
      }));
      return parseResult(replaced, await database.call('replace_texts', { kind, rows: inputs }));
    },
  };
}
