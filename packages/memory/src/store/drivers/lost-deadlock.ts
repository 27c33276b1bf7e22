const deadlock = '40P01';
/** How often a call is made that loses a deadlock: each time it was undone whole, and the other call went on. */
const mostTries = 4;

/** Whether a call that failed with this SQLSTATE, for the `tries`th time, is made again. */
export const isLostDeadlock = (sqlState: string | undefined, tries: number): boolean =>
  sqlState === deadlock && tries < mostTries;
