/** The code that the process of the reader exits with when a file takes too much memory. */
export const outOfMemory = 12;
