import { setTimeout } from 'node:timers/promises';
import { openEvalDatabase } from '../eval-stores.ts';
import { splitDocument } from '../../../packages/memory/src/documents/split-document.ts';
import { createMemory } from '../../../packages/memory/src/memory.ts';
import type { EmbeddingModel } from '../../../packages/memory/src/ports.ts';
import { createStore } from '../../../packages/memory/src/store/store.ts';
import { bareRanking } from '../public/bare-ranking.ts';
import type { Library } from './read-libraries.ts';
import { unhurried } from '../unhurried.ts';

export type DocumentsScore = {
  name: string;
  chunks: number;
  questions: number;
  /** Share of the questions whose document is among the five best, in the library and in plain BM25. */
  found: number;
  plain: number;
  /** Share of the questions for which a passage of the document is put into the prompt. */
  injected: number;
  /** Share of the questions about something else for which no passage is put into the prompt; null if there are none. */
  silent: number | null;
  /** The questions whose document is not found. */
  missed: string[];
};

const project = 'library';
const first = 5;

/** Ingests a library into a store of its own, waits for the vectors, and asks its questions. */
export async function askDocuments(
  library: Library,
  foreign: Library['questions'],
  embeddings: EmbeddingModel,
  onProgress: (done: number, all: number) => void,
): Promise<DocumentsScore> {
  const opened = await openEvalDatabase();
  try {
    const memory = await createMemory({ database: opened.database, embeddings, options: unhurried });
    for (const { path, text } of library.documents) {
      await memory.documents.ingest({
        ...{ path, project, sourceHash: path, bytes: text.length },
        read: async () => ({ text, title: null, kind: 'markdown' }),
      });
    }
    const store = createStore(opened.database);
    for (let left = Infinity; left > 0;) {
      await setTimeout(100);
      left = await store.countUnembedded(embeddings.id);
    }
    const items = library.documents.flatMap(({ path, text }) =>
      splitDocument(text, 'markdown').map(({ content }, index) => ({
        ...{ id: `${path} ${index}`, text: content, namespace: project, at: null },
      })),
    );
    const questions = library.questions.map(({ text, paths }) => ({
      ...{ text, namespace: project, gold: paths, half: 'tuning' as const },
    }));
    const plain = await bareRanking({ ...library, items, questions }, embeddings, opened.query, {
      wordPart: 1,
    });
    const pathOf = (id: string): string => id.slice(0, id.lastIndexOf(' '));
    const counts = { found: 0, plain: 0, injected: 0, silent: 0 };
    const missed: string[] = [];
    for (const [index, question] of questions.entries()) {
      onProgress(index, questions.length + foreign.length);
      const { text, gold } = question;
      const { hits } = await memory.searchStores({ text, project, stores: ['documents'], limit: first });
      const isFound = hits.some((hit) => hit.store === 'documents' && gold.includes(hit.document.path));
      if (!isFound) missed.push(text);
      counts.found += Number(isFound);
      counts.plain += Number(
        plain(question)
          .slice(0, first)
          .some((id) => gold.includes(pathOf(id))),
      );
      const titles = await titlesInPrompt(text);
      counts.injected += Number(titles.some((title) => gold.some((path) => title.startsWith(path))));
    }
    for (const [index, { text }] of foreign.entries()) {
      onProgress(questions.length + index, questions.length + foreign.length);
      counts.silent += Number((await titlesInPrompt(text)).length === 0);
    }
    await memory.close();
    return {
      ...{ name: library.name, chunks: items.length, questions: questions.length, missed },
      found: counts.found / questions.length,
      plain: counts.plain / questions.length,
      injected: counts.injected / questions.length,
      silent: foreign.length === 0 ? null : counts.silent / foreign.length,
    };

    async function titlesInPrompt(text: string): Promise<string[]> {
      const { passages } = await memory.recall({ text, project, preview: true });
      return passages.flatMap(({ injected, provenance }) => (injected ? [provenance.title] : []));
    }
  } finally {
    await opened.close();
  }
}
