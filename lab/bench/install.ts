/**
 * `pnpm bench install`: installs this memory and other libraries with npm, each into an empty folder, and measures the size and the number of
 * packages, and the time and memory of importing it, five times each in turns. Needs the registry. Native modules are not built.
 */
import { execFileSync } from 'node:child_process';
import { renderTable } from '../../packages/memory/testing/render-table.ts';
import { percentile } from '../../packages/memory/testing/percentile.ts';
import { openNpmFolder, packAll, tarball, type NpmFolder } from '../../scripts/npm-folder.ts';

type Library = { name: string; module: string; packages: string[] };
type Imported = { milliseconds: number; megabytes: number };

/** What each needs to store a fact and find it on one machine. */
const libraries: Library[] = [
  {
    name: 'DevAI, embedded store',
    module: '@devai/memory',
    packages: [
      tarball('@devai/memory'),
      '@electric-sql/pglite@^0.5.14',
      '@electric-sql/pglite-pgvector@~0.0.15',
    ],
  },
  {
    name: 'DevAI, Postgres server',
    module: '@devai/memory',
    packages: [tarball('@devai/memory'), 'pg@^8.23.1'],
  },
  { name: 'mem0', module: 'mem0ai/oss', packages: ['mem0ai@3.3.1'] },
  {
    name: 'Mastra',
    module: '@mastra/memory',
    packages: ['@mastra/memory@1.31.0', '@mastra/core@1.71.0', '@mastra/libsql@1.23.1'],
  },
  {
    name: 'LangGraph',
    module: '@langchain/langgraph',
    packages: ['@langchain/langgraph@1.7.3', '@langchain/core@1.4.0'],
  },
];

const rounds = 5;
/** What a process does: prints its figures after the import. */
const measure = (module: string) => `
  const start = performance.now();
  await import('${module}');
  const milliseconds = performance.now() - start;
  console.log(milliseconds, process.memoryUsage().rss / 1e6);
  process.exit();`;

if (process.argv.length > 2) process.stdout.write('pnpm bench install takes no options\n');
else await compare();

async function compare(): Promise<void> {
  await packAll();
  const folders: NpmFolder[] = [];
  try {
    for (const { packages, module } of libraries) {
      const folder = await openNpmFolder();
      folders.push(folder);
      await folder.install('--ignore-scripts', ...packages);
      await folder.write('measure.mjs', measure(module));
    }
    const figures: Imported[][] = libraries.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, folder] of folders.entries()) {
        const printed = /^([\d.]+) ([\d.]+)\n$/m.exec(await folder.node(['measure.mjs']));
        if (printed)
          figures[index]?.push({ milliseconds: Number(printed[1]), megabytes: Number(printed[2]) });
      }
    }
    const rows = folders.map((folder, index) =>
      rowOf(libraries[index]?.name ?? '', folder, figures[index] ?? []),
    );
    process.stdout.write(
      renderTable(['', 'MB installed', 'packages', 'ms to import', 'MB then'], rows, true),
    );
  } finally {
    await Promise.all(folders.map((folder) => folder.remove()));
  }
}

function rowOf(name: string, folder: NpmFolder, figures: Imported[]): string[] {
  const size = execFileSync('du', ['-sm', folder.bin('')], { encoding: 'utf8' }).split('\t')[0] ?? '';
  const median = (of: (one: Imported) => number): string =>
    figures.length === 0 ? 'fails' : String(Math.round(percentile(figures.map(of), 0.5)));
  return [
    name,
    size,
    String(folder.packages().size),
    median(({ milliseconds }) => milliseconds),
    median(({ megabytes }) => megabytes),
  ];
}
