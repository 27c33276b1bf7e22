import manifest from '../package.json' with { type: 'json' };
import { MemoryError, messageOf } from './errors.ts';

/** The packages that only some hosts need, each with the versions that fit. */
const peers: Record<string, string> = manifest.peerDependencies;
/** Those that are used together. */
const together = ['@electric-sql/pglite', '@electric-sql/pglite-pgvector'];

/** Loads what needs a package that only some hosts have. Throws `package_missing` with the command that installs it. */
export async function loadPeer<Module>(purpose: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    throw missingPeer(purpose, error) ?? error;
  }
}

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
