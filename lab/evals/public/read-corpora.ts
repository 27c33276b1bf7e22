import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { splits } from '../recall/eval-data.ts';

const corpusFile = z.object({
  /** Texts that are stored as memories; each namespace is a project. */
  items: z.array(
    z.object({
      id: z.string().min(1),
      text: z.string().min(1),
      namespace: z.string().min(1),
      at: z.iso.datetime().nullable(),
    }),
  ),
  questions: z.array(
    z.object({
      text: z.string().min(1),
      namespace: z.string().min(1),
      /** Ids of the texts that answer it. */
      gold: z.array(z.string()).min(1),
    }),
  ),
});
type CorpusFile = z.output<typeof corpusFile>;
export type CorpusQuestion = CorpusFile['questions'][number] & { half: (typeof splits)[number] };
/**
 * One file of the data folder. `xquad-de` belongs to the family `xquad`, in German; a name without a language means
 * English.
 */
export type Corpus = {
  name: string;
  family: string;
  language: 'en' | 'de' | 'th';
  items: CorpusFile['items'];
  questions: CorpusQuestion[];
};

/**
 * Reads the corpora of a folder, by name, with the questions of one half or with all of them. Throws with the name of the file if there is
 * none, or one has another form.
 */
export function readCorpora(folder: string, half?: CorpusQuestion['half']): Corpus[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  if (files.length === 0) throw new Error(`${folder} holds no corpus (*.json)`);
  return files.toSorted().map((file) => {
    const corpus = readCorpus(join(folder, file), file.slice(0, -'.json'.length));
    const questions = corpus.questions.filter((one) => half === undefined || one.half === half);
    return { ...corpus, questions };
  });
}

function readCorpus(path: string, name: string): Corpus {
  const parsed = corpusFile.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`);
  const { items, questions } = parsed.data;
  const [family = name, part] = name.split('-');
  const language = part === 'de' || part === 'th' ? part : 'en';
  return {
    name,
    family,
    language,
    items,
    questions: questions.map((one) => ({ ...one, half: halfOf(one) })),
  };
}

/** Depends on the text alone, so a question stays in its half whatever else is asked. */
const halfOf = ({ text }: { text: string }): CorpusQuestion['half'] =>
  (createHash('sha256').update(text).digest()[0] ?? 0) % 2 === 0 ? 'tuning' : 'held_out';

/**
 * Returns questions about something else: those of the other families, in the corpus's language if they have it,
 * otherwise all of them.
 */
export function foreignTo({ family, language }: Corpus, corpora: Corpus[]): CorpusQuestion[] {
  const others = corpora.filter((one) => one.family !== family);
  const sameLanguage = others.filter((one) => one.language === language);
  return (sameLanguage.length > 0 ? sameLanguage : others).flatMap(({ questions }) => questions);
}
