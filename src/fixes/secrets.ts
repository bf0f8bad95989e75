/** Detects credentials, which are redacted in reports and refused in contributions. */

export interface SecretPattern {
  /** For the caller: what was recognised. */
  name: string;
  pattern: RegExp;
}

/** Of no text more than a bounded stretch is looked at from any place. */
export const secretPatterns: readonly SecretPattern[] = [
  {
    name: 'a private key',
    pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:[^-]{0,8000}-----END [A-Z ]{0,30}PRIVATE KEY-----)?/gu,
  },
  {
    name: 'an API key',
    pattern:
      /\b(?:sk|pk|rk|fbx|whsec|ghp|gho|ghu|ghs|glpat|xox[abprs]|gsk|npm|hf|pypi|tvly|jina)[-_](?:live_|test_|proj-|ant-)?[\w-]{16,200}/gu,
  },
  { name: 'a GitHub token', pattern: /\bgithub_pat_\w{20,200}/gu },
  { name: 'a cloud access key', pattern: /\b(?:AKIA|ASIA)[A-Z\d]{16}\b|\bAIza[\w-]{30,60}/gu },
  { name: 'a signed token', pattern: /\beyJ[\w-]{10,2000}\.[\w-]{10,4000}\.[\w-]{0,1000}/gu },
  { name: 'a session or access token', pattern: /\bfb[sow]_[\w-]{20,100}/gu },
  { name: 'an Authorization header', pattern: /\b(?:bearer|basic) +(?=[\w.~+/-]{0,200}\d)[\w.~+/-]{16,2000}={0,2}/giu },
  {
    name: 'a password in an address',
    pattern: /\b[a-z][a-z\d+.-]{1,15}:\/\/[^\s:@/"'<>]{0,100}:(?!<|\$|%|\*|password@|pass@|pwd@)[^\s@/"'<>]{3,200}@/giu,
  },
  {
    name: 'a password or key in an assignment',
    pattern:
      /\b[\w-]{0,40}(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|client[_-]?secret)["']? {0,3}[:=] {0,3}["']?(?=[^\s"']{0,60}\d)(?=[^\s"']{0,60}[A-Za-z])[^\s"'<>${}()[\],;]{10,200}/giu,
  },
];
