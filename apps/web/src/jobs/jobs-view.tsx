import type { ReactNode } from 'react';
import { Costs } from './costs.tsx';
import { Health } from './health.tsx';
import { JobList } from './job-list.tsx';
import './jobs.css';

/** The health of the server, tokens and cost, and the jobs. */
export const JobsView = (): ReactNode => (
  <div className="page jobs-page">
    <Health />
    <Costs />
    <JobList />
  </div>
);
