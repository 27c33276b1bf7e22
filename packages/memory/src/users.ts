import { createHash } from 'node:crypto';
import { MemoryError } from './errors.ts';

/** The user of a store that serves one person, in the form in which a store keeps it. */
export const onlyUser = 'me';

/** Code points of a user's id. */
const longestId = 200;
/** What an id may be to be stored as it is: nothing of it has another meaning in a scope, and no two of them differ in case only. */
const plainId = /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{M}\p{N}._-]{0,63}$/u;
/** The end of an id that is stored in another form. */
const hashEnd = /-[0-9a-f]{32}$/;

/**
 * Returns a user's id in the form in which the store keeps it. Ids that differ in any code point have different forms: one that is not short,
 * lower case and of letters, digits, `.`, `_` and `-` becomes a readable part and its hash. Throws `invalid_input` for an id that is blank,
 * has half a character, or has more than 200.
 */
export function storedUser(id: string): string {
  if (id.trim() === '' || !id.isWellFormed()) {
    throw new MemoryError('invalid_input', 'user: needs an id, and is blank or has half a character');
  }
  const characters = Array.from(id);
  if (characters.length > longestId) {
    throw new MemoryError(
      'invalid_input',
      `user: has ${characters.length} characters, at most ${longestId} are allowed`,
    );
  }
  if (plainId.test(id) && id === id.normalize('NFC') && !hashEnd.test(id)) return id;
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 32);
  const readable = id
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '-');
  return `${Array.from(readable.replaceAll(/^-+|-+$/g, ''))
    .slice(0, 40)
    .join('')}-${hash}`;
}

/**
 * Where something is filed that nobody filed for everybody: what belongs to no project is read by all users of a store, so that of one of
 * many stays theirs.
 */
export const filedFor = (user: string, namespace: string): string =>
  user === onlyUser ? namespace : namespace.replace(/^devai\/global(?=\/|$)/, 'devai/user');

/** Among what the names of a user's sessions in a project are unique. That of the only user is the project, as it was before there were others. */
export const namesOf = (user: string, project: string | null): unknown =>
  user === onlyUser ? project : [user, project];
