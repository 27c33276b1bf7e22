/** Options of a memory that is judged by what it finds, however busy the machine is: no question gives up its vector. */
export const unhurried = { retrieval: { embeddingTimeout: 120_000, searchTimeout: 120_000 } };
