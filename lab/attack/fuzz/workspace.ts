import * as fc from 'fast-check';
import { connectClient } from '../../../apps/api/tests/chat-client.ts';
import { anyPath, snapshotTraps } from '../../../apps/api/testing/path-traps.ts';
import type { Target } from './target.ts';

const callsOf = (path: string) => [
  { name: 'read_file', arguments: JSON.stringify({ path }) },
  { name: 'list_files', arguments: JSON.stringify({ path }) },
  { name: 'search_files', arguments: JSON.stringify({ query: 'file', path }) },
  { name: 'write_file', arguments: JSON.stringify({ path, content: 'written' }) },
  {
    name: 'edit_file',
    arguments: JSON.stringify({ path, old_text: 'file', new_text: 'changed' }),
  },
];
/** The content of files that the agent must not see: each contains its own path. */
const hidden = /(?:outside|root-twin|root\/\.devai)\/(?:a\/)?file/;

/** Lets the model read and write files by paths that lead out of the workspace. Checks that it sees and changes nothing there. */
export async function leaveWorkspace({ url, token, seed, tally }: Target, base: string): Promise<void> {
  const before = JSON.stringify(await snapshotTraps(base));
  const client = await connectClient(url, {}, { authorization: `Bearer ${token}` });
  for (const path of fc.sample(anyPath, { seed, numRuns: 8 })) {
    const { frames } = await client.say(JSON.stringify(callsOf(path)));
    for (const frame of frames) {
      if (frame.type !== 'tool_result') continue;
      tally.try();
      if (frame.ok && hidden.test(frame.content))
        tally.fail('leaked', `${frame.name} of ${path}: ${frame.content.slice(0, 200)}`);
    }
  }
  await client.close();
  if (JSON.stringify(await snapshotTraps(base)) !== before)
    tally.fail('leaked', 'something outside the workspace was changed');
}
