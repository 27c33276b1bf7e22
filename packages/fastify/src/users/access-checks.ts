import {
  MemoryError,
  scopeOf,
  storedProject,
  type MemoryRecord,
  type Session,
  type UserMemory,
} from '@devai/memory';
import { importNote } from '@devai/memory/store/imports';
import { HttpError } from '../errors.ts';
import { mayUse, type Caller } from './caller.ts';

/** What agents keep for themselves is in branches of their own. */
export const isNoNote = (namespace: string): boolean => !scopeOf(namespace).startsWith('devai/agent/');

/** The id of no memory. */
const absent = '00000000-0000-4000-8000-000000000000';

const projectScope = 'devai/project/';

/**
 * What a caller may read and write of a user's memory. `find…` returns null, and `require…` throws `not_found`, for what is of a project that
 * they may not use, as for what does not exist.
 */
export function createAccessChecks(memory: UserMemory, caller: Pick<Caller, 'projects'>) {
  const { memories, documents, sessions, contexts, jobs } = memory;
  const mayRead = (namespace: string): boolean => {
    const scope = scopeOf(namespace);
    if (scope.startsWith(projectScope)) return mayUse(caller, scope.slice(projectScope.length));
    return isNoNote(namespace);
  };
  const isAllowed = ({ project }: { project: string | null }): boolean => mayUse(caller, project);

  /** Returns what it is given, if its project may be used. */
  function inProject<Input extends { project?: string | null | undefined }>(input: Input): Input {
    requireProject(input.project);
    return input;
  }
  function requireProject(named: string | null | undefined): void {
    if (named !== undefined && !mayUse(caller, storedProject(named))) throw unknown('project', named);
  }
  /** The same without what an agent keeps for itself. */
  const withoutNotes = <Input extends { project: string | null; agent?: string | null | undefined }>(
    input: Input,
  ): Input => ({ ...inProject(input), agent: null });
  function requireWritable(namespace: string): void {
    if (!mayRead(namespace)) throw unknown('namespace', namespace);
    if (scopeOf(namespace) !== 'devai/global') return;
    throw new HttpError(
      'forbidden',
      'what is in devai/global all users read, so only the operator may write there',
    );
  }

  async function findMemory(id: string): Promise<MemoryRecord | null> {
    const found = await memories.get(id);
    return found && mayRead(found.namespace) ? found : null;
  }
  /** One that does not exist passes: the memory itself answers for it. */
  async function requireMemory(id: string, how: 'to read' | 'to write' = 'to write'): Promise<void> {
    const found = await memories.get(id);
    if (!found) return;
    if (!mayRead(found.namespace)) throw unknown('memory', id);
    if (how === 'to write') requireWritable(found.namespace);
  }
  /** For what answers alike, whether or not there is such a memory. */
  async function idOrAbsent(id: string): Promise<string> {
    const found = await memories.get(id);
    return found && !mayRead(found.namespace) ? absent : id;
  }
  async function findSession(id: string): Promise<Session | null> {
    const found = await sessions.get(id);
    return found && isAllowed(found) ? found : null;
  }
  async function requireSession(id: string): Promise<void> {
    if (caller.projects === null) return;
    const found = await sessions.get(id);
    if (found && !isAllowed(found)) throw unknown('session', id);
  }
  async function findDocument(id: string) {
    const found = await documents.read(id, { tokens: 1 });
    return found && isAllowed(found.document) ? found.document : null;
  }
  async function requireContext(id: string) {
    const found = await contexts.get(id);
    if (!isAllowed(found)) throw unknown('context', id);
    return found;
  }
  /** By what it works on, and the session that it takes from. */
  async function isJobAllowed({
    kind,
    key,
    payload,
  }: Pick<Job, 'kind' | 'key' | 'payload'>): Promise<boolean> {
    if (kind === 'embed') return true;
    if (kind === 'consolidate') return mayUse(caller, storedProject(key));
    if (typeof payload['import'] === 'object') return isAllowed(importNote.parse(payload['import']));
    const { memoryId, sessionId = kind === 'extract' ? key : undefined } = payload;
    if (typeof memoryId === 'string') {
      const found = await memories.get(memoryId);
      if (found && !mayRead(found.namespace)) return false;
    }
    if (typeof sessionId !== 'string') return true;
    const session = await sessions.get(sessionId);
    return session === null || isAllowed(session);
  }
  async function findJob(id: string): Promise<Job | null> {
    const found = await jobs.get(id);
    return found && (await isJobAllowed(found)) ? found : null;
  }
  async function requireJob(id: string): Promise<void> {
    if (!(await findJob(id))) throw unknown('job', id);
  }

  const finders: { [Kind in Parameters<UserMemory['findIds']>[0]]: (id: string) => Promise<unknown> } = {
    memory: findMemory,
    session: findSession,
    document: findDocument,
    job: findJob,
    context: async (id) => isAllowed(await contexts.get(id)),
    // only its tombstone is left, which says nothing
    forgotten: async () => true,
  };

  return {
    mayRead,
    isAllowed,
    inProject,
    requireProject,
    withoutNotes,
    requireWritable,
    findMemory,
    requireMemory,
    idOrAbsent,
    findSession,
    requireSession,
    requireContext,
    isJobAllowed,
    findJob,
    requireJob,
    finders,
  };
}

type Job = Awaited<ReturnType<UserMemory['jobs']['list']>>[number];

export const unknown = (what: string, name: string | null): MemoryError =>
  new MemoryError('not_found', `there is no ${what} ${name ?? ''}`.trim());
