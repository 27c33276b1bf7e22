import manifest from '../package.json' with { type: 'json' };
import { MemoryError, messageOf } from './errors.ts';

/** The packages that only some hosts need, each with the versions that fit. */
const peers: Record<string, string> = manifest.peerDependencies;
/** Those that are used together. */
const together = ['@electric-sql/pglite', '@electric-sql/pglite-pgvector'];

/**
 * What to throw when a package that only some hosts have could not be loaded: `package_missing` with the command that installs it, if that is why.
 * The import has to stand in the `try`: there, bundlers leave out a package that is not installed.
 */
export const explained = (purpose: string, error: unknown): unknown => missingPeer(purpose, error) ?? error;

/** Says of an error of loading which of these packages is missing; undefined if it says something else. */
export function missingPeer(purpose: string, error: unknown): MemoryError | undefined {
  const [, path = ''] = /Cannot find (?:package|module) '([^']+)'/.exec(messageOf(error)) ?? [];
  // a part of a package is named with its path
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '';
  if (!Object.hasOwn(peers, name)) return undefined;
  const missing = together.includes(name) ? together : [name];
  const packages = missing.map((one) => `"${one}@${peers[one] ?? ''}"`).join(' ');
  return new MemoryError(
    'package_missing',
    `${purpose} needs the package ${name}, which is not installed: run npm install ${packages}`,
    { cause: error },
  );
}
