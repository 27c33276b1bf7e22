import type { Mutation } from './mutation.ts';

const folder = 'packages/memory/src/memory-file';
const plan = `${folder}/plan-memory-edits.ts`;
const unit = [`${folder}/`];
const store = ['packages/memory/contract/memory-file'];

/** Faults in reading, planning and writing the memory file. */
export const memoryFile: Mutation[] = [
  {
    name: 'a removed line is forgotten at once',
    file: plan,
    find: 'if (before?.until == null) edits.pending.set(id, tomorrow);',
    replace: 'if (false) edits.pending.set(id, tomorrow);',
    tests: unit,
  },
  {
    name: 'what is missing in a damaged memory file is removed',
    file: plan,
    find: 'if (isDamaged) keepPending(',
    replace: 'if (false) keepPending(',
    tests: unit,
  },
  {
    name: 'what was never shown as pending is forgotten',
    file: plan,
    find: 'else if (pendingLately.has(id)) edits',
    replace: 'else if (true) edits',
    tests: unit,
  },
  {
    name: 'what changed since the memory file was written is removed',
    file: plan,
    find: 'edits.stay.push(statement);',
    replace: 'edits.pending.set(id, tomorrow);',
    tests: unit,
  },
  {
    name: 'what the store dropped comes back by its line',
    file: plan,
    find: 'if (line.id === id && gone.has(id)) return;',
    replace: '',
    tests: unit,
  },
  {
    name: 'a copied line takes the place of the one it was copied from',
    file: plan,
    find: 'if (!statement || present.has(statement.id))',
    replace: 'if (!statement)',
    tests: unit,
  },
  {
    name: 'the order of the memory file depends on the store',
    file: `${folder}/statement.ts`,
    find: '[...byId.values()].toSorted(byText)',
    replace: '[...byId.values()]',
    tests: unit,
  },
  {
    name: 'a line that may have been cut is remembered',
    file: `${folder}/parse-memory-file.ts`,
    find: '    lines.pop();\n',
    replace: '',
    tests: unit,
  },
  {
    name: 'the copy of the memory file keeps what is erased',
    file: `${folder}/memory-file.ts`,
    find: 'copyOf: (bytes, { statements }, versions) => withoutErased(bytes, statements, versions)',
    replace: 'copyOf: (bytes) => bytes',
    tests: store,
  },
  {
    name: 'changes of memories are not written to the memory file',
    file: `${folder}/noting-changes.ts`,
    find: '        onChange();\n',
    replace: '',
    tests: store,
  },
  {
    name: 'what is forgotten stays in the memory file',
    file: 'packages/memory/src/user-memory.ts',
    find: '    await memoryFile.dropErased();\n',
    replace: '',
    tests: store,
  },
  {
    name: 'what is pending is no longer so when the memory file is deleted',
    file: `${folder}/memory-file.ts`,
    find: 'pending: pending ?? lastPending(versions)',
    replace: 'pending: pending ?? new Map<string, string>()',
    tests: store,
  },
];
