import { join } from 'node:path/posix';
import { placeOf, type Collected } from './collect-modules.ts';
import { exportsOf, packageNamed, type WorkspacePackage } from './workspace-packages.ts';

/** From 22.15 on, Node has all that the packages use: SQLite without a flag (22.13), zstd (22.15). */
const engines = { node: '>=22.15.0' };

/** Returns the package.json of a published package. */
export function publishedManifest(
  own: WorkspacePackage,
  { dependencies: used, typed }: Collected,
  hasInternals: boolean,
): Record<string, unknown> {
  const { name, version, description, license, publishConfig, ...manifest } = own.manifest;
  // as an optional dependency, npm would look for it in the registry, where it is not ours
  const siblings = ranges(manifest.optionalDependencies, isOurs);
  const parts = ranges(manifest.optionalDependencies, (dependency) => !isOurs(dependency));
  const optionalPeers = { ...manifest.peerDependenciesMeta, ...optional(siblings) };
  const peers = Object.entries({ ...manifest.peerDependencies, ...siblings });
  const entries = Object.entries(exportsOf(publishConfig?.exports ?? manifest.exports));
  const exports = Object.fromEntries(entries.map(([subpath, source]) => [subpath, conditions(own, source)]));
  const main = exports['.'];
  const bin = Object.entries(publishConfig?.bin ?? manifest.bin ?? {});
  return {
    ...{ name, version, description, license, type: 'module', engines },
    files: ['dist', 'docs', 'CHANGELOG.md', 'NOTICE'],
    ...(bin.length > 0 && {
      bin: Object.fromEntries(bin.map(([command, source]) => [command, compiledPlace(own, source)])),
    }),
    // for tools that know no exports
    ...(main && { main: main.default, types: main.types }),
    exports: {
      ...exports,
      // for the other packages of the same version, which name it exactly
      ...(hasInternals && { './internal/*': { types: './dist/*.d.ts', default: './dist/*.js' } }),
      './package.json': './package.json',
    },
    dependencies: ranges(
      manifest.dependencies,
      // the modules of the others are folded or taken in
      (dependency) =>
        !peers.some(([peer]) => peer === dependency) &&
        (typed.has(dependency) || !own.takes.includes(dependency)) &&
        (used.has(dependency) || !isOurs(dependency)),
    ),
    ...(Object.keys(parts).length > 0 && { optionalDependencies: parts }),
    ...(peers.length > 0 && { peerDependencies: Object.fromEntries(peers) }),
    ...(Object.keys(optionalPeers).length > 0 && { peerDependenciesMeta: optionalPeers }),
  };
}

const isOurs = (name: string): boolean => name.startsWith('@devai/');

const optional = (of: Record<string, string>) =>
  Object.fromEntries(Object.keys(of).map((name) => [name, { optional: true }]));

const compiledPlace = (own: WorkspacePackage, source: string): string =>
  `./${placeOf(own, join(own.folder, source)).replace(/\.tsx?$/, '.js')}`;

function conditions(own: WorkspacePackage, source: string): { types: string; default: string } {
  const place = compiledPlace(own, source);
  return { types: place.replace(/\.js$/, '.d.ts'), default: place };
}

/** This repository pins its packages, a host takes what fits: also a later minor version. */
function ranges(of: Record<string, string> = {}, wanted: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(of)
      .filter(([name]) => wanted(name))
      .map(([name, range]) => [
        name,
        range.startsWith('workspace:') ? packageNamed(name).manifest.version : range.replace(/^(?=\d)/, '^'),
      ]),
  );
}
