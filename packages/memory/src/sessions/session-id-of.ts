import { storedProject } from '../namespaces.ts';
import { namesOf } from '../users.ts';
import { toId } from './id-from.ts';

/** The id of the session that a host gave a name; another project or user may use the same name for another conversation. */
export const sessionIdOf = (user: string, project: string | null, name: string): string =>
  toId(name, 'session', namesOf(user, storedProject(project)));
