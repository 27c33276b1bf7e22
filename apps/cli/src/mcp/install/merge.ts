import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'smol-toml';
import { cliError, type CliError } from '../../cli-error.ts';
import { entryName, hooksOf, isOwnHook, type Call } from './entries.ts';

type Json = Record<string, unknown>;

const damaged = (file: string, why: string, cause?: unknown): CliError =>
  cliError('file', `${file} is left as it is: ${why}`, { help: 'Correct it, or move it away.', cause });

/** Adds the server to a file of MCP servers, as Claude Code and Cursor have it; '' for a new one. */
export function addServer(before: string, file: string, call: Call): string {
  const config = readJson(before, file);
  const servers = objectIn(config, 'mcpServers', file);
  return writeJson({ ...config, mcpServers: { ...servers, [entryName]: call } }, before);
}

/** Adds the hooks to the settings of Claude Code, in place of those of an earlier installation. */
export function addHooks(before: string, file: string, call: Call): string {
  const config = readJson(before, file);
  const hooks: Json = { ...objectIn(config, 'hooks', file) };
  for (const [event, added] of Object.entries(hooksOf(call))) {
    const others = hooks[event] ?? [];
    if (!Array.isArray(others)) throw damaged(file, `hooks.${event} is no list`);
    hooks[event] = [...others.filter((one) => !isOwn(one)), added];
  }
  return writeJson({ ...config, hooks }, before);
}

/** Adds the server to the configuration of Codex. Its other lines, with their comments, stay as they are. */
export function addToToml(before: string, file: string, entry: Call & { env_vars?: string[] }): string {
  const own = readToml(before, file);
  const added = stringify({ mcp_servers: { [entryName]: { ...entry, startup_timeout_sec: 20 } } })
    .split('\n')
    .filter((line) => line !== '[mcp_servers]')
    .join('\n')
    .trim();
  const after = [withoutEntry(before).trimEnd(), added].filter((part) => part !== '').join('\n\n');
  const result = `${after}\n`;
  // a server that is written in a form other than tables cannot be taken out line by line
  if (!isDeepStrictEqual(withoutServer(readToml(result, file)), withoutServer(own))) {
    throw damaged(file, `its entry ${entryName} is written in a form that cannot be replaced`);
  }
  return result;
}

/** The lines without the tables of the entry. */
function withoutEntry(text: string): string {
  let isOurs = false;
  return text
    .split('\n')
    .filter((line) => {
      const header = /^\s*\[+\s*([^\]]+?)\s*\]/.exec(line)?.[1];
      if (header !== undefined) isOurs = /^mcp_servers\s*\.\s*(devai|"devai"|'devai')(\s*\.|$)/.test(header);
      return !isOurs;
    })
    .join('\n');
}

function withoutServer({ mcp_servers: servers, ...rest }: Json): Json {
  const { [entryName]: _, ...others }: Json = Object(servers);
  return JSON.parse(JSON.stringify({ ...rest, servers: others }));
}

function readToml(text: string, file: string): Json {
  try {
    return parse(text);
  } catch (error) {
    throw damaged(file, `it is no TOML (${firstLine(error)})`, error);
  }
}

function readJson(text: string, file: string): Json {
  if (text.trim() === '') return {};
  let config: unknown;
  try {
    config = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw damaged(file, `it is no JSON (${firstLine(error)})`, error);
  }
  if (isObject(config)) return config;
  throw damaged(file, 'it is no JSON object');
}

function objectIn(config: Json, name: string, file: string): Json {
  const value = config[name] ?? {};
  if (isObject(value)) return value;
  throw damaged(file, `${name} is no object`);
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOwn = (one: unknown): boolean => {
  const { hooks }: Json = Object(one);
  return (
    Array.isArray(hooks) && hooks.length > 0 && hooks.every((hook) => isOwnHook(String(Object(hook).command)))
  );
};

/** Indented as the file was. */
function writeJson(value: Json, before: string): string {
  const [, indent = '  '] = /^\s*\{\r?\n([ \t]+)"/.exec(before) ?? [];
  return `${JSON.stringify(value, null, indent)}\n`;
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
