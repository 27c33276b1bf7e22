import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Meaning, MeaningModel } from '../../packages/memory/src/ports.ts';

/**
 * A sentence model that keeps its vectors in a file, so that evals and their repetitions, which embed the same texts, compute them once.
 * Several processes may use the file at the same time.
 */
export function keepMeanings(model: MeaningModel, file: string): MeaningModel & { end(): void } {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: 60_000 });
  database.exec(`pragma journal_mode = wal; pragma synchronous = off;
    create table if not exists meanings (key blob primary key, weight real, vector blob) without rowid`);
  const find = database.prepare('select weight, vector from meanings where key = ?');
  const insert = database.prepare('insert or ignore into meanings values (?, ?, ?)');
  const keyOf = (text: string) => createHash('sha256').update(`${model.id}\n${text}`).digest();

  return {
    id: model.id,
    async embed(texts, options) {
      const unknown = [...new Set(texts)].filter((text) => find.get(keyOf(text)) === undefined);
      const made = unknown.length === 0 ? [] : await model.embed(unknown, options);
      for (const [index, { weight, values }] of made.entries()) {
        insert.run(keyOf(unknown[index] ?? ''), weight, Buffer.from(Float32Array.from(values).buffer));
      }
      return texts.map((text) => toMeaning(find.get(keyOf(text))));
    },
    end: () => database.close(),
  };
}

const kept = z.object({ weight: z.number(), vector: z.instanceof(Uint8Array) });

function toMeaning(row: unknown): Meaning {
  const { weight, vector } = kept.parse(row);
  return { weight, values: new Float32Array(vector.slice().buffer) };
}
