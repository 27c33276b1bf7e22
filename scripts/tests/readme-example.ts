import { stripTypeScriptTypes } from 'node:module';
import { blocks } from '../../docs/tests/pages.ts';

/** The example of a page that has these words. */
export function exampleOf(page: string, words: string): string {
  const found = blocks.find(
    (block) => block.page === page && block.language === 'ts' && block.code.includes(words),
  );
  if (found === undefined) throw new Error(`${page} has no example with ${words}`);
  return found.code;
}

/** The example of the package's README that asks a model. It runs with PGlite and an OpenAI-compatible server. */
export const typescript = exampleOf('packages/memory/README.md', 'chat.completions.create');
export const asModule = stripTypeScriptTypes(typescript);

const imports = /^import (.+) from '(.+)';$/gm;
const body = asModule.replaceAll(imports, '');
const insideMain = `async function main() {\n${body}\n}\nmain();\n`;

/** For a bundler that makes CommonJS, which has no top-level await. */
export const asBundled = Array.from(asModule.matchAll(imports), ([line]) => line).join('\n') + insideMain;

export const asCommonJs =
  Array.from(asModule.matchAll(imports), ([, names = '', from = '']) => {
    const wanted = names.startsWith('{') ? names : `{ default: ${names} }`;
    return `const ${wanted} = require('${from}');\n`;
  }).join('') + insideMain;

const plugin = exampleOf('packages/fastify/README.md', 'app.inject');

/** The example of the plugin's README, and what it prints. */
export const pluginExample = {
  typescript: plugin,
  asModule: stripTypeScriptTypes(plugin),
  prints: [/^Orders are shipped on Fridays$/m, /^- Orders are shipped on Fridays$/m, /^401$/m],
};

/** What it prints: what was said is recalled. */
export const prints = [/^- the staging database listens on 6543$/m];

/** For `debug`, which a dependency requires. */
const js =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

/** A script that bundles a file with esbuild, with nothing left out but what is not installed. */
export const bundling = (one: { from: string; format: 'cjs' | 'esm'; outfile: string }): string => {
  const { from, ...options } = one;
  const settings = {
    entryPoints: [from],
    bundle: true,
    platform: 'node',
    logLevel: 'warning',
    ...(one.format === 'esm' && { banner: { js } }),
    ...options,
  };
  return `import { buildSync } from 'esbuild';\nbuildSync(${JSON.stringify(settings)});\n`;
};

/** What the example needs besides the package, as `package_missing` names it. */
export const engines = [
  '@electric-sql/pglite@^0.5.14',
  '@electric-sql/pglite-pgvector@~0.0.15',
  'openai@^7.0.0',
];
