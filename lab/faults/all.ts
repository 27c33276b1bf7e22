import { budget } from './budget.ts';
import { compaction } from './compaction.ts';
import { consolidation } from './consolidation.ts';
import { decay } from './decay.ts';
import { focus } from './focus.ts';
import { forgetting } from './forgetting.ts';
import { documents } from './documents.ts';
import { gists } from './gists.ts';
import { guard } from './guard.ts';
import { jobs } from './jobs.ts';
import { journal } from './journal.ts';
import { memoryFile } from './memory-file.ts';
import { namespaces } from './namespaces.ts';
import { pains } from './pains.ts';
import { places } from './places.ts';
import { ranking } from './ranking.ts';
import { relations } from './relations.ts';
import { secrets } from './secrets.ts';
import { sharing } from './sharing.ts';
import { standing } from './standing.ts';
import { trust } from './trust.ts';
import { users } from './users.ts';

export const all = [
  ...ranking,
  ...budget,
  ...compaction,
  ...consolidation,
  ...documents,
  ...gists,
  ...guard,
  ...decay,
  ...namespaces,
  ...focus,
  ...memoryFile,
  ...jobs,
  ...relations,
  ...secrets,
  ...sharing,
  ...standing,
  ...trust,
  ...users,
  ...journal,
  ...forgetting,
  ...pains,
  ...places,
];
