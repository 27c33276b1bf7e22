import type { ReactNode } from 'react';
import { Costs } from './costs.tsx';
import { Health } from './health.tsx';
import { JobList } from './job-list.tsx';
import './jobs.css';

/** What works in the background, what it cost, and how the server is. */
export const JobsView = (): ReactNode => (
  <div className="jobs-page">
    <Health />
    <Costs />
    <JobList />
  </div>
);
