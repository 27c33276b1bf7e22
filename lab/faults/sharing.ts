import type { Mutation } from './mutation.ts';

const subscription = 'packages/memory/src/sharing/subscription.ts';
const list = 'db/functions/sharing/list_shared.sql';
const tests = ['packages/memory/contract/sharing'];

/** Faults in passing on shared entries: completely, in order, and only to those who may read them. */
export const sharing: Mutation[] = [
  {
    name: 'a subscriber never gets what its listener did not take',
    file: subscription,
    find: '      await listener(entry);\n      after = entry.position;',
    replace: '      after = entry.position;\n      await listener(entry);',
    tests,
  },
  {
    name: 'a subscriber that reads a full page misses what follows it',
    file: subscription,
    find: 'if (entries.length === limit) return false;',
    replace: '(true or (p_scopes is null and',
    tests,
  },
  {
    name: 'what is shared in a project is read in every other',
    file: list,
    find: '(s.scope = any(v_scopes) or (p_scopes is null and',
    replace: '',
    tests,
  },
  {
    name: 'what agents share is read after its time',
    file: list,
    find: 'and (s.expires_at is null or s.expires_at > public.devai__now())',
    replace: '',
    tests,
  },
  {
    name: 'the position of a deleted entry comes again',
    file: 'db/functions/sharing/_next_position.sql',
    find: "on conflict (key) do update set value = to_jsonb((s.value #>> '{}')::bigint + 1)",
    replace:
      'on conflict (key) do update set value = (select to_jsonb(coalesce(max(h.position), 0) + 1) from public.devai_shared h)',
    tests,
  },
  {
    name: 'a forgotten memory stays in what agents share',
    file: 'db/functions/forgetting/_erase_shared.sql',
    find: 'where strpos(v.text, t.text) > 0',
    replace: 'where false',
    tests,
  },
  {
    name: 'forgetting leaves what stood under the key of an erased value',
    file: 'db/functions/forgetting/_erase_shared.sql',
    find: 's.position <= told.position',
    replace: 's.position = told.position',
    tests,
  },
  {
    name: 'an agent is shown what its own session shared',
    file: 'db/functions/sharing/list_newest_shared.sql',
    find: '        and s.session_id is distinct from p_except_session\n',
    replace: '',
    tests,
  },
  {
    name: 'an agent is shown what is foreign to its task',
    file: 'packages/memory/src/sharing/shared-block.ts',
    find: '.filter(({ common }) => common > 0)',
    replace: '.filter(({ common }) => common >= 0)',
    tests,
  },
];
