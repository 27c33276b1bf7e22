import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path/posix';
import {
  exportsOf,
  outputs,
  packageNamed,
  published,
  root,
  type WorkspacePackage,
} from './workspace-packages.ts';

/** The modules of a published package: by their path in its folder, the text of each. */
export type Collected = {
  files: Map<string, string>;
  /** The paths of those that are loaded from outside, or by the place of their file. */
  entries: string[];
  dependencies: Set<string>;
  /** Those of them that type declarations name: a host needs them even if the modules were taken in. */
  typed: Set<string>;
};

/** Sources of packages that other packages import though their published exports do not name them: `@devai/memory/internal/…`. */
export type Internals = Map<string, Set<string>>;

/** What an import names: a module of the same package, or a specifier that stays. */
type Target = { source: string } | { specifier: string };

/**
 * Collects the compiled modules and type declarations that the published exports and commands of a package reach, and rewrites their imports
 * for a package of its own. So tests, benchmarks and whatever nobody imports stay out. Notes what it imports of other packages in `internals`.
 * Throws if it imports a package that its package.json does not name.
 */
export function collectModules(own: WorkspacePackage, internals: Internals): Collected {
  const collected: Collected = { files: new Map(), entries: [], dependencies: new Set(), typed: new Set() };
  const entries = [...entriesOf(own), ...(internals.get(own.name) ?? [])];
  for (const kind of ['.js', '.d.ts']) {
    const queue = entries.map((source) => compiled(source, kind));
    const seen = new Set(queue);
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      const from = path;
      const text = rewriteImports(
        readFileSync(join(outputs.emitted, from), 'utf8'),
        kind,
        (specifier, name) => {
          const target = resolve(own, from, specifier, internals, kind === '.d.ts' ? name : undefined);
          if ('specifier' in target) {
            noteDependency(own, collected, target.specifier, kind);
            return target.specifier;
          }
          const reached = compiled(target.source, kind);
          if (!target.source.endsWith('.json') && !seen.has(reached)) {
            seen.add(reached);
            queue.push(reached);
          }
          const to = compiled(target.source, '.js');
          return relativeTo(placeOf(own, from), placeOf(own, to));
        },
      );
      collected.files.set(placeOf(own, from), text);
    }
  }
  const places = entries.map((source) => placeOf(own, compiled(source, '.js')));
  collected.entries = [...new Set([...places, ...ownFilesOf(collected.files)])];
  return collected;
}

/** The modules that others load by the place of a file: as a thread, or without waiting. */
function* ownFilesOf(files: Collected['files']): Generator<string> {
  for (const [place, text] of files)
    for (const [, beside = ''] of text.matchAll(/\bnew URL\('([\w./-]+\.js)', import\.meta\.url\)/g))
      yield join(dirname(place), beside);
}

/** The source files of what a package publishes. A pattern stands for all files of its folder. */
export function entriesOf({ folder, manifest }: WorkspacePackage): string[] {
  const exported = Object.values(exportsOf(manifest.publishConfig?.exports ?? manifest.exports));
  const commands = Object.values(manifest.publishConfig?.bin ?? manifest.bin ?? {});
  return [...exported, ...commands].flatMap((path) => {
    const source = join(folder, path);
    if (!source.includes('*')) return [source];
    return globSync(source, { cwd: root })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !/\.test\.tsx?$/.test(file));
  });
}

/** The name of a source file after compilation, in the folder of compiled files. JSON stays. */
const compiled = (source: string, extension: string): string =>
  source.endsWith('.json') ? source : source.replace(/(?:\.d\.ts|\.[jt]sx?)$/, extension);

/** Where a module stands in a package: its sources in `dist`, as deep as they are in `src`, those of other packages below `folded`. */
export function placeOf(own: WorkspacePackage, path: string): string {
  const owner = [own, ...own.folds.map(packageNamed)].find(({ folder }) => path.startsWith(`${folder}/`));
  if (owner === undefined) throw new Error(`${own.name} cannot hold ${path}`);
  const inner = path.slice(owner.folder.length + 1);
  if (owner === own && inner === 'package.json') return inner;
  const folded = owner === own ? '' : join('folded', owner.name.replace('@devai/', ''));
  return join('dist', folded, inner.replace(/^src\//, ''));
}

/** `rewrite` gets the name, too, where a declaration has a type of another module in its place: `import('…').Name`. */
function rewriteImports(
  text: string,
  kind: string,
  rewrite: (specifier: string, name?: string) => string,
): string {
  const one = (whole: string, specifier: string, name?: unknown): string => {
    const quoted = new RegExp(`(['"])${RegExp.escape(specifier)}\\1`);
    return whole.replace(
      quoted,
      (_, quote: string) => quote + rewrite(specifier, typeof name === 'string' ? name : undefined) + quote,
    );
  };
  const rewritten = text
    .replaceAll(/^(?:import|export)\s[^;'"]*?\bfrom\s*['"]([^'"\n]+)['"]/gm, one)
    .replaceAll(/^import\s*['"]([^'"\n]+)['"]/gm, one)
    .replaceAll(/\bimport\(['"]([^'"\n]+)['"]\)(?:\.(\w+))?/g, one);
  // threads and processes
  return kind === '.js'
    ? rewritten.replaceAll(/\bnew URL\(['"]([\w./-]+\.ts)['"], import\.meta\.url\)/g, one)
    : rewritten;
}

function resolve(
  own: WorkspacePackage,
  from: string,
  specifier: string,
  internals: Internals,
  typeName?: string,
): Target {
  if (specifier.startsWith('.') || /^[\w-]+\.ts$/.test(specifier)) {
    return { source: sourceOf(join(dirname(from), specifier)) };
  }
  const [, name = '', path = ''] = /^(@devai\/[^/]+)\/?(.*)$/.exec(specifier) ?? [];
  if (name === '') return { specifier };
  const owner = packageNamed(name);
  const source = sourceNamed(owner, path);
  if (owner === own || own.folds.includes(name)) return { source: declaringSource(source, typeName) };
  if (entriesOf(owner).includes(source)) return { specifier };
  // it comes later: `published` is in order
  if (published.indexOf(owner) < published.indexOf(own)) throw new Error(`${own.name} imports ${name}`);
  internals.set(name, (internals.get(name) ?? new Set()).add(source));
  const place = placeOf(owner, compiled(source, '.js'));
  return { specifier: `${name}/internal/${place.slice('dist/'.length, -'.js'.length)}` };
}

/** The module that a module has a type from: otherwise one type of an index would bring in the declarations of a whole package. */
function declaringSource(source: string, typeName?: string): string {
  const text =
    typeName === undefined ? '' : readFileSync(join(outputs.emitted, compiled(source, '.d.ts')), 'utf8');
  for (const [, names = '', from = ''] of text.matchAll(/^export (?:type )?\{([^}]*)\} from '(\.[^']+)';/gm))
    if (names.split(',').some((one) => one.replace(/^\s*type /, '').trim() === typeName))
      return declaringSource(sourceOf(join(dirname(source), from)), typeName);
  return source;
}

/** The source of a compiled file. */
function sourceOf(path: string): string {
  if (path.endsWith('.json')) return path;
  const stem = path.replace(/\.(?:js|ts|tsx)$/, '');
  const found = [`${stem}.ts`, `${stem}.tsx`].find((file) => existsSync(join(root, file)));
  // the build has generated it
  if (found === undefined && existsSync(join(outputs.emitted, path))) return path;
  if (found === undefined) throw new Error(`no source has the module ${path}`);
  return found;
}

/** The source file that a subpath names within this repository. */
function sourceNamed({ name, folder, manifest }: WorkspacePackage, path: string): string {
  for (const [subpath, target] of Object.entries(exportsOf(manifest.exports))) {
    const [before = '', after = ''] = subpath.replace(/^\.\/?/, '').split('*');
    if (!subpath.includes('*')) {
      if (before === path) return join(folder, target);
    } else if (path.startsWith(before) && path.endsWith(after)) {
      return join(folder, target.replace('*', path.slice(before.length, path.length - after.length)));
    }
  }
  throw new Error(`${name} exports nothing as ${path}`);
}

function relativeTo(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

function noteDependency(
  { name, manifest }: WorkspacePackage,
  { dependencies, typed }: Collected,
  specifier: string,
  kind: string,
): void {
  if (isBuiltin(specifier)) return;
  const [dependency = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
  const known = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies };
  if (!Object.hasOwn(known, dependency))
    throw new Error(`${name} imports ${dependency} and does not name it in its package.json`);
  dependencies.add(dependency);
  if (kind === '.d.ts') typed.add(dependency);
}
