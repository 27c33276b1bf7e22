import type { Mutation } from './mutation.ts';

const tests = ['packages/memory/contract/gists'];
const matchSessions = 'db/functions/matching/match_sessions.sql';
const setGist = 'db/functions/sessions/_set_gist.sql';
const chooseSessions = 'packages/memory/src/retrieval/related-sessions.ts';
const sessionWithout = 'packages/memory/src/memories/session-without.ts';

/** Faults in gists and names of sessions: who sees them, who sets them, and what they must not contain. */
export const gists: Mutation[] = [
  {
    name: 'the most recent sessions of another project are shown',
    file: matchSessions,
    find: "and coalesce(s.project, '') = coalesce(p_project, '') and",
    replace: 'and',
    tests,
  },
  {
    name: 'related sessions of another project are shown',
    file: matchSessions,
    find: '        and g.scope = v_scope and',
    replace: '        and',
    tests,
  },
  {
    name: 'a session is related to itself',
    file: matchSessions,
    find: 'and g.session_id is distinct from p_session_id\n',
    replace: '\n',
    tests,
  },
  {
    name: 'an extraction names again what a person named',
    file: setGist,
    find: "o.name is null or coalesce(o.named_by = 'extraction', false)",
    replace: 'true',
    tests,
  },
  {
    name: 'a gist that was changed meanwhile is written over',
    file: setGist,
    find: "where o.id = p_session_id and o.gist is not distinct from p_gist ->> 'before'",
    replace: 'where o.id = p_session_id',
    tests,
  },
  {
    name: 'a gist that waits in a job outlives what it tells of',
    file: 'db/functions/forgetting/_erase_from_jobs.sql',
    find: "set payload = j.payload - 'gist' where",
    replace: 'set payload = j.payload where',
    tests,
  },
  {
    name: 'a stored context tells a gist that told of what was forgotten',
    file: 'db/functions/forgetting/forget_memory.sql',
    find: "'{summary/,gist/}'",
    replace: "'{summary/}'",
    tests,
  },
  {
    name: 'a new gist keeps the vector of the old one',
    file: 'db/functions/forgetting/_replace_session_texts.sql',
    find: "where g.given ->> 'gist' is distinct from g.given -> 'before' ->> 'gist'",
    replace: 'where false',
    tests,
  },
  {
    name: 'in doubt a gist stays',
    file: sessionWithout,
    find: 'saidIn(text, values).length > 0 ||',
    replace: 'false &&',
    tests: ['packages/memory/src/memories/session-without'],
  },
  {
    name: 'related sessions take the places of the recent ones',
    file: chooseSessions,
    find: '.slice(0, room)',
    replace: '.slice(0, question.limit)',
    tests: ['packages/memory/src/retrieval/related-sessions'],
  },
  {
    name: 'a malformed gist costs the memories',
    file: 'packages/memory/src/extraction/schema.ts',
    find: 'session: rawGist.nullish().catch(undefined),',
    replace: 'session: rawGist.nullish(),',
    tests: ['packages/memory/src/extraction/gist', ...tests],
  },
];
