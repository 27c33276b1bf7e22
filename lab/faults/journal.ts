import type { Mutation } from './mutation.ts';

const messageJournal = 'packages/memory/src/sessions/message-journal.ts';
const journalFiles = 'packages/memory/src/sessions/journal-files.ts';
const tests = ['packages/memory/src/sessions/'];

/** Faults in keeping messages while the store is unavailable. */
export const journal: Mutation[] = [
  {
    name: 'a file of the journal is removed before its messages are stored',
    file: messageJournal,
    find: 'await replayLines(waiting, store, total);\n      await finish({ path: file, number, lines: lines.length });',
    replace:
      'await finish({ path: file, number, lines: lines.length });\n      await replayLines(waiting, store, total);',
    tests,
  },
  {
    name: 'a file of the journal is removed with a message that was written meanwhile',
    file: messageJournal,
    find: 'if ((await readLines(path)).length > lines) {',
    replace: 'if ((await readLines(path)).length < lines) {',
    tests,
  },
  {
    name: 'the newest messages are stored first',
    file: messageJournal,
    find: 'toSorted((one, other) => one - other)',
    replace: 'toSorted((one, other) => other - one)',
    tests,
  },
  {
    name: 'an outage puts a message aside for good',
    file: messageJournal,
    find: 'if (!isRefusal(error) && !(await isToBlame(alone, error, { store, later }))) throw error;',
    replace: '',
    tests,
  },
  {
    name: 'a message is put aside when the store fails at all of them',
    file: messageJournal,
    find: 'if (other === undefined || (await store(parseEntry(other))) === false) return false;',
    replace: '',
    tests,
  },
  {
    name: 'what a process that is gone left waits for ever',
    file: messageJournal,
    find: 'for (const run of await foreignRuns()) await takeOver(run, store, total);',
    replace: '',
    tests,
  },
  {
    name: 'a new message overtakes what a process that is gone left',
    file: messageJournal,
    find: 'return this.pending > 0 || isLeftBehind;',
    replace: 'return this.pending > 0;',
    tests,
  },
  {
    name: 'a line that was cut off counts as a message',
    file: journalFiles,
    find: "split('\\n').slice(0, -1)",
    replace: "split('\\n').filter((line) => line !== '')",
    tests,
  },
  {
    name: 'messages of the journal can be read by every user of the machine',
    file: journalFiles,
    find: "open(path, 'a', 0o600)",
    replace: "open(path, 'a', 0o644)",
    tests,
  },
  {
    name: 'two processes run turns in one session at once',
    file: 'db/functions/messages/append_messages.sql',
    find: 'v_session.turn_holder <> p_holder and v_session.turn_leased_until > v_now',
    replace: 'false',
    tests: ['packages/memory/contract/messages', 'apps/api/tests/two-processes'],
  },
  {
    name: 'a message with the id of another text is acknowledged and not stored',
    file: 'db/functions/messages/append_messages.sql',
    find: "m.content_hash <> given.message ->> 'contentHash'",
    replace: 'false',
    tests: ['packages/memory/contract/messages', 'apps/api/tests/two-processes'],
  },
  {
    name: 'a turn that a process left without an end never gets one',
    file: 'apps/api/src/agents/begin-turn.ts',
    find: 'if (!earlier?.end) return begun;',
    replace: 'if (!earlier) return begun;\n    if (!earlier.end) return null;',
    tests: ['apps/api/tests/two-processes'],
  },
];
