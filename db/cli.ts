import { writeFile } from 'node:fs/promises';
import manifest from './package.json' with { type: 'json' };
import { generate, outdatedFiles } from './generate.ts';
import { runStoreCommand } from './store-commands.ts';

await runStoreCommand({
  name: 'pnpm db',
  version: manifest.version,
  more: {
    generate: { help: 'write schema.sql and catalogue.ts', run: writeGenerated },
    check: { help: 'fail when those are not what "generate" would write', run: checkGenerated },
  },
});

async function writeGenerated(): Promise<void> {
  for (const file of await generate()) {
    await writeFile(new URL(file.name, import.meta.url), file.data);
    print(`wrote db/${file.name}`);
  }
}

async function checkGenerated(): Promise<void> {
  const outdated = await outdatedFiles();
  if (outdated.length === 0) return;
  process.stderr.write(`not what the SQL files make: ${outdated.join(', ')}; run "pnpm db generate"\n`);
  process.exitCode = 1;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
