import type { Agent } from './agent.ts';
import { caio } from './caio.ts';
import { chapo } from './chapo.ts';
import { devo } from './devo.ts';
import { scout } from './scout.ts';

/** The agents that CHAPO delegates to. */
export const roster: Agent[] = [devo, scout, caio];

/** Names of all agents that can have a conversation. */
export const agentNames = [chapo, ...roster].map(({ name }) => name);

/** The agent of a session; CHAPO when this server does not know the session's agent. */
export const agentOf = ({ agent }: { agent: string }): Agent =>
  roster.find(({ name }) => name === agent) ?? chapo;
