import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';
import { rolldown } from 'rolldown';
import { builtFolder, root, type WorkspacePackage } from './workspace-packages.ts';

/** Stands for a place below `dist` until it is known where the module that names it ends up. */
const placed = (path: string): string => `@@${path}@@`;

/**
 * Joins the modules of a built package into few files, because Node resolves, reads and compiles each for itself. The entries keep
 * their places. A module is in one file, so that a class is the same whichever entry it is imported by. The packages that `own`
 * takes in are joined, too; all others stay imports.
 */
export async function bundleModules(own: WorkspacePackage, entries: readonly string[]): Promise<void> {
  const dist = `${builtFolder(own).replaceAll('\\', '/')}/dist`;
  const isTaken = (id: string): boolean => own.takes.some((name) => `${id}/`.startsWith(`${name}/`));
  const bundle = await rolldown({
    input: Object.fromEntries(
      entries.map((entry) => [entry.replace(/^dist\//, ''), join(dist, '..', entry)]),
    ),
    platform: 'node',
    external: (id, importer) =>
      /^[@\w]/.test(id) && importer !== undefined && !isTaken(id) && !/^\w:/.test(id),
    plugins: [
      {
        name: 'places',
        resolveId(id) {
          return isTaken(id) ? this.resolve(id, join(root, own.folder, 'package.json')) : null;
        },
        transform(code, id) {
          const path = id.replaceAll('\\', '/');
          if (!path.startsWith(`${dist}/`)) return null;
          const from = dirname(path.slice(dist.length + 1));
          return code
            .replaceAll(
              /\bnew URL\('(\.\/[\w./-]+)', import/g,
              // an expression, because a bundler of a host copies a file that is named here, without what it imports
              (_, beside: string) => `new URL(String('${placed(join(from, beside))}'), import`,
            )
            .replaceAll('import.meta.dirname', () => `(import.meta.dirname + '/${placed(from)}')`);
        },
        renderChunk: (code, { fileName }) =>
          code.replaceAll(/@@([\w./-]+)@@/g, (_, path: string) => {
            const beside = relative(dirname(fileName), path);
            return beside.startsWith('.') ? beside : `./${beside}`;
          }),
      },
    ],
  });
  const { output } = await bundle.generate({
    entryFileNames: '[name]',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await bundle.close();
  for (const path of globSync('**/*.js', { cwd: dist })) rmSync(join(dist, path));
  for (const one of output) {
    if (one.type !== 'chunk') throw new Error(`${own.name}: ${one.fileName} is no module`);
    const path = join(dist, one.fileName);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, one.code);
  }
  noticeOf(own);
}

/** The licences of the packages that were taken in go with them. */
function noticeOf(own: WorkspacePackage): void {
  const texts = own.takes.map((name) => {
    const licence = readFileSync(join(root, own.folder, 'node_modules', name, 'LICENSE'), 'utf8');
    return `This package contains parts of ${name}, which has this licence:\n\n${licence.trim()}\n`;
  });
  writeFileSync(join(builtFolder(own), 'NOTICE'), texts.join('\n\n'));
}
