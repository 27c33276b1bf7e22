import type { Mutation } from './mutation.ts';

const decaySql = 'db/functions/upkeep/decay.sql';
const matchRows = 'db/functions/matching/_match_rows.sql';
const strengthenMemory = 'db/functions/memories/_strengthen_memory.sql';
const tests = ['packages/memory/contract/memories-decay'];
const upkeep = [...tests, 'packages/memory/contract/retention', 'apps/api/tests/http-upkeep'];
const filters = [...tests, 'packages/memory/contract/memories-filters'];
const writing = ['packages/memory/contract/memories-writing', 'packages/memory/contract/memories-applying'];
const topics = ['packages/memory/contract/topics'];

/** Faults in how memories and topics fade, and in what keeps them. */
export const decay: Mutation[] = [
  {
    name: 'what has expired is never ended',
    file: decaySql,
    find: 'and m.is_valid and (m.fades_at <= v_limit or m.expires_at <= v_now)',
    replace: 'and m.is_valid and m.fades_at <= v_limit',
    tests,
  },
  {
    name: 'what has both faded and expired is told as faded',
    file: decaySql,
    find: "case when m.expires_at <= v_now then 'expired' else 'decayed' end",
    replace: "case when m.fades_at <= v_limit then 'decayed' else 'expired' end",
    tests,
  },
  {
    name: 'what has expired counts among what will fade, too',
    file: decaySql,
    find: ' and not coalesce(m.expires_at <= v_now, false))',
    replace: ')',
    tests,
  },
  {
    name: 'what has faded already counts among what will fade',
    file: decaySql,
    find: 'count(*) filter (where m.fades_at > v_limit and m.fades_at <= v_limit + v_warned',
    replace: 'count(*) filter (where m.fades_at <= v_limit + v_warned',
    tests,
  },
  {
    name: 'a higher threshold lets memories live longer',
    file: decaySql,
    find: 'ln(p_threshold / 0.05)',
    replace: 'ln(0.05 / p_threshold)',
    tests,
  },
  {
    name: 'the history says of what expired that it was pruned',
    file: decaySql,
    find: "case e.reason when 'expired' then 'invalidated' else 'pruned' end",
    replace: "'pruned'",
    tests,
  },
  {
    name: 'a run leaves no time behind, so that each start runs it again',
    file: decaySql,
    find: "perform public.devai_set_setting('last_decay', jsonb_build_object('at', v_now));",
    replace: '',
    tests: upkeep,
  },
  {
    name: 'the daily run ends topics that are fresh',
    file: decaySql,
    find: '86400 / ln(1 / p_topic_base)',
    replace: '86400 * ln(1 / p_topic_base)',
    tests: [...tests, ...topics],
  },
  {
    name: 'a store in which decay never ran has missed no run',
    file: 'packages/memory/src/maintenance/decay.ts',
    find: 'return !last.success || last.data.at < since',
    replace: 'return last.success && last.data.at < since',
    tests: upkeep,
  },
  {
    name: 'a search finds what has faded',
    file: matchRows,
    find: 'any(p_scopes)\n        and m.is_valid and m.fades_at > v_now and (m.expires_at is null',
    replace: 'any(p_scopes)\n        and m.is_valid and (m.expires_at is null',
    tests: filters,
  },
  {
    name: 'a search finds what has expired',
    file: matchRows,
    find: 'any(p_scopes)\n        and m.is_valid and m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now)',
    replace: 'any(p_scopes)\n        and m.is_valid and m.fades_at > v_now',
    tests: filters,
  },
  {
    name: 'what is of highest priority loses its strength',
    file: 'db/functions/memories/_memory_json_text.sql',
    find: "when p_memory.fades_at = 'infinity' then p_memory.strength",
    replace: 'when p_memory.pinned then p_memory.strength',
    tests,
  },
  {
    name: 'strength is lost by the hour instead of the day',
    file: 'db/functions/memories/_memory_json_text.sql',
    find: ' / 86400;',
    replace: ' / 3600;',
    tests,
  },
  {
    name: 'what was put into a prompt fades as if it had not been',
    file: 'db/functions/memories/reinforce_memories.sql',
    find: 'access_count = m.access_count + 1, last_accessed_at = v_now, strength = 1',
    replace: 'access_count = m.access_count + 1, strength = 1',
    tests,
  },
  {
    name: 'what no longer holds is refreshed',
    file: 'db/functions/memories/reinforce_memories.sql',
    find: 'm.id = any(p_ids) and m.is_valid',
    replace: 'm.id = any(p_ids)',
    tests,
  },
  {
    name: 'what a tool says again becomes weightier',
    file: strengthenMemory,
    find: 'if not v_by_tool then',
    replace: 'if true then',
    tests: writing,
  },
  {
    name: 'what the user says again counts as said the first time only',
    file: strengthenMemory,
    find: "if p_statement ->> 'trust' = 'user' and not v_before.evidence @> v_evidence then",
    replace: 'if false then',
    tests: writing,
  },
  {
    name: 'a view of the past shows what was edited since',
    file: 'db/functions/memories/_memory_at.sql',
    find: 'if p_at is null or',
    replace: 'if true or',
    tests: filters,
  },
  {
    name: 'saying something again makes it less important',
    file: strengthenMemory,
    find: 'greatest(v_before.importance,',
    replace: 'least(v_before.importance,',
    tests: writing,
  },
  {
    name: 'what the agent repeats keeps a memory from fading',
    file: 'db/functions/jobs/_apply_decision.sql',
    find: "p_candidate ->> 'trust' = 'user' or v_target.content_hash",
    replace: "p_candidate ->> 'trust' <> 'tool' or v_target.content_hash",
    tests: writing,
  },
  {
    name: 'what has faded and is said anew has the history of what never faded',
    file: 'db/functions/memories/_end_lapsed_twin.sql',
    find: 'and (m.fades_at <= v_now or m.expires_at <= v_now)',
    replace: 'and m.expires_at <= v_now',
    tests: [...writing, ...tests],
  },
  {
    name: 'a topic counts as active until its strength is half of what it should be',
    file: 'db/functions/topics/_topic_json.sql',
    find: 'v_strength >= 0.05',
    replace: 'v_strength >= 0.025',
    tests: topics,
  },
];
