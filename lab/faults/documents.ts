import type { Mutation } from './mutation.ts';

const tests = ['packages/memory/contract/documents', 'packages/memory/src/documents'];
const ingest = 'packages/memory/src/documents/documents.ts';
const passages = 'packages/memory/src/retrieval/passages.ts';

/** Faults in who reads documents, what is stored again, and what their text may not do. */
export const documents: Mutation[] = [
  {
    name: 'chunks that a document has no more are found',
    file: 'db/functions/documents/finish_document.sql',
    find: 'and c.version <> p_version;',
    replace: 'and false;',
    tests,
  },
  {
    name: 'two ingestions of a document mix',
    file: 'db/functions/documents/_lock_document.sql',
    find: 'if v_document.version <> p_version then',
    replace: 'if false then',
    tests,
  },
  {
    name: 'deleting a document leaves its text in contexts',
    file: 'db/functions/documents/delete_document.sql',
    find: "select 'documents/' || c.id from",
    replace: "select 'none/' || c.id from",
    tests,
  },
  {
    name: 'a secret of a document is stored',
    file: ingest,
    find: 'const text = await redact(storableText(read.text));',
    replace: 'const text = storableText(read.text);',
    tests,
  },
  {
    name: 'the same bytes are read again',
    file: ingest,
    find: 'if (known?.sourceHash === input.sourceHash) {',
    replace: 'if (false) {',
    tests,
  },
  {
    name: 'a document opens a section of the prompt',
    file: passages,
    find: '`> ${line}`.trimEnd()',
    replace: 'line.trimEnd()',
    tests: [...tests, 'packages/memory/src/retrieval/passages'],
  },
  {
    name: 'one source takes the whole budget',
    file: passages,
    find: 'budget * sourceShare',
    replace: 'budget',
    tests: ['packages/memory/src/retrieval/passages'],
  },
  {
    name: 'a heading stands apart from what follows it',
    file: 'packages/memory/src/documents/split-document.ts',
    find: 'isEnded = isBlank && block.hasBody && fenced === null;',
    replace: 'isEnded = isBlank && fenced === null;',
    tests,
  },
];
