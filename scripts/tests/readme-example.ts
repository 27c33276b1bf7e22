import { stripTypeScriptTypes } from 'node:module';
import { blocks } from '../../docs/tests/pages.ts';

/** The example of the package's README that asks a model. It runs with PGlite and an OpenAI-compatible server. */
const block = blocks.find(
  ({ page, language, code }) =>
    page === 'packages/memory/README.md' && language === 'ts' && code.includes('chat.completions.create'),
);
if (block === undefined) throw new Error('packages/memory/README.md has no example with a model');

export const typescript = block.code;
export const asModule = stripTypeScriptTypes(block.code);

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

const plugin = blocks.find(
  ({ page, language }) => page === 'packages/fastify/README.md' && language === 'ts',
);
if (plugin === undefined) throw new Error('packages/fastify/README.md has no example');

/** The example of the plugin's README, and what it prints. */
export const pluginExample = {
  typescript: plugin.code,
  asModule: stripTypeScriptTypes(plugin.code),
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
