import { createHash } from 'node:crypto';
import { MemoryError } from './errors.ts';

const maximumSegments = 8;
/** Characters (code points, as the database counts them) of a whole namespace. */
const maximumLength = 200;
/** Characters of a project's name: leaves room for the segments below it. */
const longestProject = 100;
/** Characters kept of one segment that a model proposed. */
const longestSegment = 40;

const validSegment = /^[\p{L}\p{M}\p{N}._-]+$/u;
const invalidCharacters = /[^\p{L}\p{M}\p{N}._-]+/gu;
const onlyDots = /^\.+$/;

/**
 * Where a proposed namespace is filed: always within what the project may read. Lower case, at most 8 segments and 200
 * characters; characters that a segment cannot have become hyphens. Another project's branch and what has no root of
 * its own go under the current project (or `devai/global` without one), nothing usable to its `general`. Idempotent.
 */
export function normaliseNamespace(proposed: string, project: string | null): string {
  const current = storedProject(project);
  const home = current === null ? ['devai', 'global'] : ['devai', 'project', current];
  const segments = proposed.split('/').map(cleanSegment).filter(isUsable);
  const [root, ...rest] = segments[0] === 'devai' ? segments.slice(1) : segments;
  if (root === 'global' || root === 'user') return join(['devai', root], rest);
  // the name of a project counts only when it is the current one
  const below = root === 'project' ? rest.slice(1) : root === undefined ? [] : [root, ...rest];
  const isHome = root === 'project' && current !== null && rest[0] === cleanSegment(current);
  return join(home, below.length > 0 || isHome ? below : ['general']);
}

/**
 * Checks a namespace that a person or a program gives. Returns it in Unicode NFC. Throws `invalid_input` that names
 * what is wrong.
 */
export function parseNamespace(text: string): string {
  const namespace = text.normalize('NFC');
  const problem = namespaceProblem(namespace);
  if (problem !== null) throw new MemoryError('invalid_input', `namespace: ${problem}`);
  return namespace;
}

/**
 * The segment that stands for a project. Upper case and surrounding space do not count. A name with characters that a
 * segment cannot have, or too long, ends in a part of its hash, so that no two projects ever share a branch
 * (`task%` is neither `task` nor `task-`). Null for a blank name. Idempotent.
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
 * The one way in which a project stands in the store, whoever names it: sessions, messages and topics carry it, and are found by it.
 * Null without a project.
 */
export const storedProject = (project: string | null): string | null =>
  project === null ? null : normaliseProject(project);

/** What narrows to a project, for a store that takes null for all of them: a blank name is none of them. */
export const narrowingProject = (project: string | null | undefined): string | null =>
  typeof project === 'string' ? (normaliseProject(project) ?? '') : null;

/** The branch that reading is limited by, as the database computes it from a valid namespace. */
export function scopeOf(namespace: string): string {
  const [root = '', branch = '', project = ''] = namespace.split('/');
  return branch === 'project' ? `${root}/${branch}/${project}` : `${root}/${branch}`;
}

/** What may be read for a project: what is global, the user's, and its own; without a project the first two. */
export function readableScopes(project: string | null): string[] {
  const current = storedProject(project);
  return ['devai/global', 'devai/user', ...(current === null ? [] : [`devai/project/${current}`])];
}

function namespaceProblem(namespace: string): string | null {
  const segments = namespace.split('/');
  const [root, branch, project] = segments;
  if (root !== 'devai') return 'must begin with "devai/"';
  if (branch !== 'global' && branch !== 'user' && branch !== 'project') {
    return 'must begin with "devai/global", "devai/user" or "devai/project/<name>"';
  }
  if (branch === 'project' && project === undefined) return '"devai/project" needs the name of a project';
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

/** The branch with as many of the proposed segments as fit. */
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
