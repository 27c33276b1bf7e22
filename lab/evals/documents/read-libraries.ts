import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readCorpora, type Corpus } from '../public/read-corpora.ts';

/** The documents of one project, with questions about them. */
export type Library = {
  name: string;
  /** Questions of another family are about something else. */
  family: string;
  language: Corpus['language'];
  documents: { path: string; text: string }[];
  questions: { text: string; paths: string[] }[];
};

const root = join(import.meta.dirname, '../../..');
const ownQuestions = z.array(z.object({ text: z.string(), paths: z.array(z.string()).min(1) }));
/** Of the questions of a public corpus, one in this many is asked. */
const oneIn = 4;

/** Reads this repository's pages, and the paragraphs of those corpora in a folder that have any. */
export function readLibraries(folder: string | undefined): Library[] {
  const corpora = folder === undefined ? [] : readCorpora(folder);
  return [ownPages(), ...corpora.filter(({ family }) => family === 'xquad').map(toLibrary)];
}

function ownPages(): Library {
  const paths = ['README.md', 'CONTRIBUTING.md', ...globSync('{docs/**,packages/*}/*.md', { cwd: root })];
  return {
    ...{ name: 'this repository', family: 'own', language: 'en' },
    documents: paths.toSorted().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
    questions: ownQuestions.parse(
      JSON.parse(readFileSync(join(import.meta.dirname, 'own-questions.json'), 'utf8')),
    ),
  };
}

const toLibrary = ({ name, family, language, items, questions }: Corpus): Library => ({
  ...{ name, family, language },
  documents: items.map(({ id, text }) => ({ path: id, text })),
  questions: questions
    .filter((_, index) => index % oneIn === 0)
    .map(({ text, gold }) => ({ text, paths: gold })),
});
