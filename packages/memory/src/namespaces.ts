import { createHash } from 'node:crypto';
import { MemoryError } from './errors.ts';

const maximumSegments = 8;
/** Code points of a whole namespace, as the database counts them. */
const maximumLength = 200;
/** Code points of a project's name, leaving room for segments below it. */
const longestProject = 100;
/** Code points kept of a segment that a model proposed. */
const longestSegment = 40;

const validSegment = /^[\p{L}\p{M}\p{N}._-]+$/u;
const invalidCharacters = /[^\p{L}\p{M}\p{N}._-]+/gu;
const onlyDots = /^\.+$/;

/**
 * Turns a proposed namespace into one that the project may read: lower case, at most 8 segments and 200 characters, with hyphens for
 * invalid characters. Another project's branch, or a name without a branch, is filed under the current project (or `devai/global`
 * without one), and an unusable name under its `general`. Idempotent.
 */
export function normaliseNamespace(proposed: string, project: string | null): string {
  const current = project === null ? null : normaliseProject(project);
  const home = current === null ? ['devai', 'global'] : ['devai', 'project', current];
  const segments = proposed.split('/').map(cleanSegment).filter(isUsable);
  const [root, ...rest] = segments[0] === 'devai' ? segments.slice(1) : segments;
  if (root === 'global' || root === 'user') return join(['devai', root], rest);
  // only the current project's name counts
  const below = root === 'project' ? rest.slice(1) : root === undefined ? [] : [root, ...rest];
  const isHome = root === 'project' && current !== null && rest[0] === cleanSegment(current);
  return join(home, below.length > 0 || isHome ? below : ['general']);
}

/**
 * Checks a namespace from a person or a program, and returns it in Unicode NFC. Throws `invalid_input` with the problem.
 */
export function parseNamespace(text: string): string {
  const namespace = text.normalize('NFC');
  const problem = namespaceProblem(namespace);
  if (problem !== null) throw new MemoryError('invalid_input', `namespace: ${problem}`);
  return namespace;
}

/** The same for what is filed in a project (null: in none), whose namespace must not be of another one. Undefined: in any. */
export function parseNamespaceIn(project: string | null | undefined, text: string): string {
  const namespace = parseNamespace(text);
  const scope = scopeOf(namespace);
  const isProjects = scope.startsWith('devai/project/');
  if (project === undefined || !isProjects || readableScopes(project).includes(scope)) return namespace;
  const own = project === null ? 'no project' : `the project ${storedProject(project)}`;
  throw new MemoryError('invalid_input', `namespace: ${scope} is another project's, and this is of ${own}`);
}

/** Whether `parseNamespace` returns the text as it is. */
export const isNamespace = (text: string): boolean =>
  namespaceProblem(text) === null && text === text.normalize('NFC');

/**
 * Returns a project's segment, ignoring case and surrounding space. A name that is too long or has invalid characters ends in part of its
 * hash, so that two projects never share a branch (`task%` is neither `task` nor `task-`). Null for a blank name. Idempotent.
 */
export function normaliseProject(name: string): string | null {
  const wanted = lowerCase(name).trim();
  if (wanted === '') return null;
  if (validSegment.test(wanted) && isUsable(wanted) && lengthOf(wanted) <= longestProject) return wanted;
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 10);
  const readable = cutTo(cleanSegment(wanted), longestProject - hash.length - 1);
  return isUsable(readable) ? `${readable}-${hash}` : hash;
}

/**
 * Returns a project's name as the store has it in sessions, messages and topics. Null without a project. Throws `invalid_input` for a
 * blank name, which is neither a project nor the absence of one.
 */
export function storedProject(project: string): string;
export function storedProject(project: string | null): string | null;
export function storedProject(project: string | null): string | null {
  if (project === null) return null;
  const stored = normaliseProject(project);
  if (stored === null) throw new MemoryError('invalid_input', 'project: needs a name, and is blank');
  return stored;
}

/** Whether a project is stored under another name than the given one, except for case and surrounding space. */
export const isProjectRenamed = (name: string): boolean => normaliseProject(name) !== lowerCase(name).trim();

/** Returns the project filter of a query: null means all projects. Throws `invalid_input` for a blank name. */
export const narrowingProject = (project: string | null | undefined): string | null =>
  storedProject(project ?? null);

/** Returns the scope of a valid namespace, as the database computes it. */
export function scopeOf(namespace: string): string {
  const [root = '', branch = '', name = ''] = namespace.split('/');
  return branch === 'project' || branch === 'agent' ? `${root}/${branch}/${name}` : `${root}/${branch}`;
}

/**
 * Returns the scopes that a project may read: global, the user's, and its own; without a project the first two. What agents keep for
 * themselves is read by the `agent` that asks, and by who asks for these `namespaces`.
 */
export function readableScopes(
  project: string | null,
  {
    agent = null,
    namespaces = [],
  }: { agent?: string | null | undefined; namespaces?: readonly string[] | undefined } = {},
): string[] {
  const current = storedProject(project);
  const named = agent === null ? namespaces : [...namespaces, agentNamespace(agent)];
  return [
    'devai/global',
    'devai/user',
    ...(current === null ? [] : [`devai/project/${current}`]),
    ...new Set(named.filter(isOfAgent).map(scopeOf)),
  ];
}

/** Whether a namespace is what one agent keeps for itself. */
export const isOfAgent = (namespace: string): boolean => namespace.startsWith('devai/agent/');

/** Returns the namespace of what helps one agent, which it alone reads, in every project. */
export const agentNamespace = (agent: string): string =>
  `devai/agent/${normaliseProject(agent) ?? 'unnamed'}`;

/** Returns the scopes of what was said that a project may read: said in it, and without a project. */
export function saidScopes(project: string | null): string[] {
  const current = storedProject(project);
  return ['said/', ...(current === null ? [] : [`said/${current}`])];
}

/** Returns the scopes of documents that a project may read: its own, and those of no project. */
export function documentScopes(project: string | null): string[] {
  const current = storedProject(project);
  return ['document/', ...(current === null ? [] : [`document/${current}`])];
}

function namespaceProblem(namespace: string): string | null {
  const segments = namespace.split('/');
  const [root, branch, name] = segments;
  if (root !== 'devai') return 'must begin with "devai/"';
  if (branch === undefined || !['global', 'user', 'project', 'agent'].includes(branch)) {
    return 'must begin with "devai/global", "devai/user", "devai/project/<name>" or "devai/agent/<name>"';
  }
  if (branch === 'project' && name === undefined) return '"devai/project" needs the name of a project';
  if (branch === 'agent' && name === undefined) return '"devai/agent" needs the name of an agent';
  if (segments.length > maximumSegments) {
    return `has ${segments.length} segments, at most ${maximumSegments} are allowed`;
  }
  if (lengthOf(namespace) > maximumLength) {
    return `has ${lengthOf(namespace)} characters, at most ${maximumLength} are allowed`;
  }
  if (segments.includes('')) return 'has an empty segment';
  if (segments.some((segment) => onlyDots.test(segment))) return 'has a segment of only dots';
  const invalid = segments.find((segment) => !validSegment.test(segment));
  if (invalid !== undefined) {
    return `the segment ${JSON.stringify(invalid)} may hold only letters, digits, ".", "_" and "-"`;
  }
  return lowerCase(namespace) === namespace ? null : 'must be lower case';
}

const lowerCase = (text: string): string => text.toWellFormed().toLowerCase().normalize('NFC');

function cleanSegment(segment: string): string {
  const lower = lowerCase(segment);
  if (validSegment.test(lower)) return lower;
  return lower.replaceAll(invalidCharacters, '-').replaceAll(/^-+|-+$/g, '');
}

const isUsable = (segment: string): boolean => segment !== '' && !onlyDots.test(segment);

/** Joins the branch with as many proposed segments as fit. */
function join(branch: string[], proposed: string[]): string {
  const segments = [
    ...branch,
    ...proposed.map((segment) => cutTo(segment, longestSegment)).filter(isUsable),
  ].slice(0, maximumSegments);
  while (lengthOf(segments.join('/')) > maximumLength) segments.pop();
  return segments.join('/');
}

const lengthOf = (text: string): number => Array.from(text).length;
const cutTo = (text: string, length: number): string => Array.from(text).slice(0, length).join('');
