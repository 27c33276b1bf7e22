/** The table of the tokenizer: a module of its own, so that it can be loaded late, and be published without the other tables. */
export { countTokens, encode, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base';
