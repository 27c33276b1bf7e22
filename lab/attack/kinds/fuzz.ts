import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScriptedAnswer } from '@devai/memory/testing';
import { dumpTables } from '@devai/memory/testing/postgres';
import { z } from 'zod';
import { buildTraps } from '../../../apps/api/testing/path-traps.ts';
import type { Attack } from '../attack.ts';
import {
  environmentOf,
  shortWaits,
  startFactModel,
  type Question,
} from '../../../apps/api/testing/fact-model.ts';
import { fuzzFrames } from '../fuzz/frames.ts';
import { makeForeign, makeOwn, readOthers } from '../fuzz/other-project.ts';
import { fuzzBytes, fuzzRequests, guessTokens, requestArbitrary } from '../fuzz/requests.ts';
import { saySecret } from '../fuzz/secrets.ts';
import { attempt, type Target } from '../fuzz/target.ts';
import { leaveWorkspace } from '../fuzz/workspace.ts';

/** Misuses the server, round after round. Checks that it has no internal error, shows nothing to those who may not see it, and keeps no secret. */
export async function attackByFuzz({ place, random, seed, isOver, tally }: Attack): Promise<void> {
  const model = await startFactModel(answer);
  const base = join(place.folder.path, 'base');
  await buildTraps(base);
  const token = randomUUID();
  const server = await place.start({
    options: shortWaits,
    environment: {
      ...environmentOf(model),
      LOG_LEVEL: 'info',
      WORKSPACE_ROOT: join(base, 'root'),
      DEVAI_API_TOKEN: token,
    },
  });
  const target: Target = { url: server.url, token, random, tally, isOver, seed };
  const secrets = new Set<string>();
  try {
    const foreign = await makeForeign(target);
    const requests = await requestArbitrary(target, await makeOwn(target));
    const attacks: ((one: Target) => Promise<void>)[] = [
      (one) => fuzzRequests(one, requests),
      fuzzBytes,
      guessTokens,
      fuzzFrames,
      (one) => readOthers(one, foreign),
      (one) => leaveWorkspace(one, base),
      async (one) => void secrets.add(await saySecret(one)),
    ];
    for (let round = 0; !isOver(); round += 1) {
      const attack = attacks[round % attacks.length];
      await attack?.({ ...target, seed: seed + round });
      if (!server.isRunning())
        return tally.fail('crashed', `the server ended: ${server.output().slice(-500)}`);
    }
    const exported = await attempt(target, { path: '/api/memory/export', limit: 60_000 });
    if ((await server.stop()) !== 0)
      tally.fail('crashed', `the server did not stop well: ${server.output().slice(-500)}`);
    const store =
      place.databaseUrl === null
        ? { folder: join(place.folder.path, 'data', 'store') }
        : { url: place.databaseUrl };
    const texts = {
      export: exported?.body ?? '',
      database: await dumpTables(store),
      log: server.output(),
      'focus file': await readFile(join(base, 'root', 'memory', 'RECENT_FOCUS.md'), 'utf8').catch(() => ''),
    };
    for (const secret of secrets) {
      for (const [name, text] of Object.entries(texts)) {
        const at = text.toLowerCase().indexOf(secret.toLowerCase());
        if (at !== -1)
          tally.fail('leaked', `a secret in the ${name}: …${text.slice(Math.max(0, at - 150), at + 200)}`);
      }
    }
    tally.notes.push(`${secrets.size} secrets`);
  } finally {
    await model.close();
  }
}

const calls = z.array(z.object({ name: z.string(), arguments: z.string() })).nonempty();

/** Makes the tool calls that the user dictates. */
function answer({ messages, said }: Question): ScriptedAnswer {
  if (messages.at(-1)?.role === 'tool' || !said.startsWith('[{')) return 'Done.';
  return { toolCalls: calls.parse(JSON.parse(said)) };
}
