import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '@devai/fastify/protocol/json';
import { z } from 'zod';

/** Where the process that has a store answers, and the token that it wants. Only the owner of the folder can read it. */
const sharing = z.object({ url: z.url().transform((url) => new URL(url)), token: z.string() });
type Sharing = z.output<typeof sharing>;

const fileIn = (folder: string): string => join(folder, 'shared-by.json');

/** Lets the other processes of this user find the store that this one has opened. Returns a function that ends it. */
export async function share(folder: string, { url, token }: Sharing): Promise<() => Promise<void>> {
  const file = fileIn(folder);
  const whole = `${file}.${process.pid}`;
  await writeFile(whole, JSON.stringify({ url: url.href, token }), { mode: 0o600 });
  await rename(whole, file);
  return () => rm(file, { force: true });
}

/** Null: nobody has shared the store, or what is there cannot be read. */
export async function readSharing(folder: string): Promise<Sharing | null> {
  const text = await readFile(fileIn(folder), 'utf8').catch(() => '');
  return sharing.safeParse(parseJson(text)).data ?? null;
}
