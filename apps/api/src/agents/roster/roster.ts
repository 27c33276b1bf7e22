import type { Agent } from './agent.ts';
import { caio } from './caio.ts';
import { devo } from './devo.ts';
import { scout } from './scout.ts';

/** The agents that CHAPO hands work to. */
export const roster: Agent[] = [devo, scout, caio];
