import { z } from 'zod';
import { strictObject } from '../ask-twice.ts';
import { redact } from '../redaction/redact.ts';
import { sentencesOf } from '../text/sentences.ts';

/** What a session was about, and its name. */
export type Gist = {
  /** Null if the model gave none. */
  name: string | null;
  /** One to three sentences. */
  text: string;
};

/** Maximum characters of the name, and of the text: three long sentences. */
export const longestName = 60;
export const longestGist = 600;
const mostSentences = 3;

/** A gist as a model writes it. */
export const rawGist = z.object({ name: z.string().nullish().catch(null), summary: z.string() });

/** The schema of the gist that the model is shown. */
export const gistJsonSchema = {
  ...strictObject({
    name: { type: 'string' },
    summary: { type: 'string' },
  }),
  type: ['object', 'null'],
};

/** Returns a model's gist, redacted and cut to its maximum length; null if it has no text. */
export async function readGist({ name, summary }: z.infer<typeof rawGist>): Promise<Gist | null> {
  const sentences = sentencesOf(onOneLine(await redact(summary))).slice(0, mostSentences);
  const text = cut(sentences.join(' '), longestGist);
  const title = cut(onOneLine(await redact(name ?? '')), longestName);
  return text === '' ? null : { name: title === '' ? null : title, text };
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed().trim();
