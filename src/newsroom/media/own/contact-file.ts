/** Contacts from a file of comma-separated values: columns found by their names, values checked row by row. */
import { CsvError, parse } from 'csv-parse/sync';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { parseMailAddress } from '../../../lib/mail-address.ts';
import { isZone } from '../../../lib/zoned-time.ts';
import { CONSENT_BASES, type ConsentBasis, EMAIL_KINDS } from '../contacts/types.ts';
import { type ContactChanges, listTags, TAGS_MAX } from './types.ts';

export const FILE_CHARS_MAX = 1_000_000;
export const ROWS_MAX = 2_000;
const COLUMNS_MAX = 60;
const CELL_CHARS_MAX = 2_000;
const ROW_BYTES_MAX = 100_000;
const NAME_CHARS_MAX = 300;

export const CONTACT_FIELDS = [
  'name',
  'email',
  'email_kind',
  'outlet',
  'role',
  'phone',
  'url',
  'topics',
  'tags',
  'notes',
  'prefecture',
  'country',
  'language',
  'time_zone',
  'consent_basis',
  'consent_source_url',
  'consent_at',
  'consent_evidence',
] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

/** Names of columns in the files of other programs; in lower case, without spaces and signs. */
const NAMES: Readonly<Record<ContactField, readonly string[]>> = {
  name: [
    'name',
    'fullname',
    'contact',
    'contactname',
    'journalist',
    '氏名',
    '名前',
    '記者名',
    '担当者',
    '担当者名',
    '姓名',
    '联系人',
    '记者',
  ],
  email: [
    'email',
    'emailaddress',
    'mail',
    'メール',
    'メールアドレス',
    'eメール',
    '邮箱',
    '电子邮件',
    '电子邮箱',
    '邮件',
  ],
  email_kind: ['emailkind'],
  outlet: [
    'outlet',
    'publisher',
    'publication',
    'media',
    'company',
    'organization',
    '媒体',
    '媒体名',
    '会社名',
    '社名',
    '所属',
    '单位',
    '公司',
  ],
  role: ['role', 'contactrole', 'title', 'jobtitle', 'position', '役職', '肩書', '肩書き', '部署', '职位', '职务'],
  phone: ['phone', 'phonenumber', 'tel', 'telephone', 'mobile', '電話', '電話番号', '电话', '手机'],
  url: ['url', 'website', 'web', 'サイト', 'ウェブサイト', '网站', '网址'],
  topics: ['topics', 'topic', 'beat', 'beats', '分野', '担当分野', 'テーマ', '领域', '话题'],
  tags: ['tags', 'tag', 'labels', 'groups', 'タグ', 'グループ', '标签'],
  notes: ['notes', 'note', 'comment', 'comments', 'memo', 'メモ', '備考', '备注'],
  prefecture: ['prefecture', 'region', 'state', '都道府県', '地区', '省份'],
  country: ['country', 'countrycode', '国'],
  language: ['language', 'lang', '言語', '语言'],
  time_zone: ['timezone', 'tz', 'タイムゾーン', '时区', '時區'],
  consent_basis: ['consentbasis', 'consent', 'basis', '同意', '同意の根拠', '同意依据'],
  consent_source_url: ['consentsourceurl'],
  consent_at: ['consentat', 'consentdate', '同意日'],
  consent_evidence: ['consentevidence', 'evidence', '同意の証跡'],
};

export type Mapping = Readonly<Record<string, ContactField | null>>;

export interface FileColumn {
  name: string;
  field: ContactField | null;
  /** Of the first rows. */
  samples: string[];
}

export type RowFault =
  | 'name_missing'
  | 'email_invalid'
  | 'url_invalid'
  | 'consent_invalid'
  | 'too_long'
  | 'too_many_tags'
  | 'value_invalid'
  | 'repeated';

export interface FileRow {
  /** Of the file; the head is row 1. */
  row: number;
  name: string | null;
  email: string | null;
  changes: ContactChanges;
  faults: RowFault[];
}

export interface ContactFile {
  columns: FileColumn[];
  rows: FileRow[];
}

const SAMPLES = 3;

/** Throws INVALID_INPUT for what is no table, and TOO_LARGE for more rows than a file may have. */
export function readContactFile(text: string, mapping: Mapping | null, defaults: ContactChanges): ContactFile {
  const [head = [], ...body] = parseTable(text);
  if (body.length > ROWS_MAX) {
    const message = `A file has at most ${ROWS_MAX} contacts, and this one has ${body.length}.`;
    throw new FareboxError('TOO_LARGE', { message, next: 'Split the file.' });
  }
  const names = head.slice(0, COLUMNS_MAX);
  const fields = mapping === null ? guessFields(names) : names.map((name) => mapping[name] ?? null);
  const columns = names.map((name, at) => ({
    name,
    field: fields[at] ?? null,
    samples: body.flatMap((cells) => cells[at] || []).slice(0, SAMPLES),
  }));
  const seen = new Set<string>();
  const rows = body.map((cells, at): FileRow => {
    const row = readRow(fields, cells, defaults);
    const key = row.email === null ? null : (parseMailAddress(row.email)?.norm ?? null);
    if (key !== null && seen.has(key)) row.faults.push('repeated');
    if (key !== null) seen.add(key);
    return { row: at + 2, ...row };
  });
  return { columns, rows };
}

function parseTable(text: string): string[][] {
  const [first = ''] = text.slice(0, ROW_BYTES_MAX).split(/\r?\n/, 1);
  const count = (sign: string): number => first.split(sign).length;
  const delimiter = [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
  try {
    return parse(text, {
      bom: true,
      delimiter,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to_line: ROWS_MAX * 20,
      max_record_size: ROW_BYTES_MAX,
    });
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown;
    throw new FareboxError('INVALID_INPUT', {
      message: 'The file is not a table of comma-separated values',
      next: 'Save it as CSV (UTF-8) and try again.',
      cause: thrown,
    });
  }
}

/** The first column of a name is it. */
function guessFields(names: readonly string[]): (ContactField | null)[] {
  const taken = new Set<ContactField>();
  return names.map((name) => {
    const plain = name
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s_\-.:()/]/g, '');
    const field = CONTACT_FIELDS.find((one) => NAMES[one].includes(plain) && !taken.has(one)) ?? null;
    if (field !== null) taken.add(field);
    return field;
  });
}

/** Exports put a quotation mark in front of what a spreadsheet would run. */
const readCell = (cell: string): string => cell.replace(/^'(?=[=+\-@])/, '').trim();

const listWords = (text: string): string[] => text.split(/[;,、，；|]/).flatMap((word) => word.trim() || []);

const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

const BASES: Readonly<Record<string, ConsentBasis>> = {
  同意: 'consent',
  取引: 'relationship',
  取引関係: 'relationship',
  名刺: 'business_card',
  名刺交換: 'business_card',
  公開: 'published_address',
  公開アドレス: 'published_address',
  なし: 'none',
  业务关系: 'relationship',
  名片: 'business_card',
  公开地址: 'published_address',
  无: 'none',
  'business card': 'business_card',
  'published address': 'published_address',
};

function readRow(
  fields: readonly (ContactField | null)[],
  cells: readonly string[],
  defaults: ContactChanges,
): Omit<FileRow, 'row'> {
  const values: Partial<Record<ContactField, string>> = {};
  for (const [at, field] of fields.entries()) {
    const value = readCell(cells[at] ?? '');
    if (field !== null && value !== '') values[field] = value;
  }
  const faults: RowFault[] = [];
  const fail = (fault: RowFault): undefined => void faults.push(fault);
  const check = <T>(text: string | undefined, read: (text: string) => T | undefined, fault: RowFault): T | undefined =>
    text === undefined ? undefined : (read(text) ?? fail(fault));
  const matching = (form: RegExp) => (text: string) => (form.test(text) ? text : undefined);
  const webAddress = (text: string) => (isWebAddress(text) ? text : undefined);
  const { name, email, outlet, role, phone, notes, prefecture } = values;
  const isLong = Object.values(values).some((value) => value.length > CELL_CHARS_MAX);
  if (isLong || (name ?? outlet ?? '').length > NAME_CHARS_MAX) fail('too_long');
  const tags = listTags([...(defaults.tags ?? []), ...listWords(values.tags ?? '')]);
  if (tags.length > TAGS_MAX || tags.some((tag) => tag.length > 100)) fail('too_many_tags');
  const emailKind = check(values.email_kind, (text) => EMAIL_KINDS.find((kind) => kind === text), 'value_invalid');
  const changes: ContactChanges = {
    ...defaults,
    ...dropMissing({ name: name ?? outlet, email, emailKind, outlet, role, phone, notes, prefecture }),
    ...dropMissing({
      url: check(values.url, webAddress, 'url_invalid'),
      topics: values.topics === undefined ? undefined : listWords(values.topics),
      country: check(values.country?.toUpperCase(), matching(/^[A-Z]{2}$/), 'value_invalid'),
      language: check(values.language?.toLowerCase(), matching(/^[a-z]{2}$/), 'value_invalid'),
      timeZone: check(values.time_zone, readZone, 'value_invalid'),
      consentBasis: check(values.consent_basis?.toLowerCase(), readBasis, 'consent_invalid'),
      consentSourceUrl: check(values.consent_source_url, webAddress, 'url_invalid'),
      consentAt: check(values.consent_at, readTime, 'value_invalid'),
      consentEvidence: values.consent_evidence,
    }),
    tags,
  };
  if (changes.name === undefined) fail('name_missing');
  // Exports mask the addresses of persons for members who aren't admins.
  if (email !== undefined && (parseMailAddress(email) === null || email.includes('***'))) fail('email_invalid');
  return { name: changes.name ?? null, email: email ?? null, changes, faults: [...new Set(faults)] };
}

const readZone = (text: string): string | undefined => (isZone(text) ? text : undefined);

const readBasis = (text: string): ConsentBasis | undefined =>
  CONSENT_BASES.find((basis) => basis === text) ?? BASES[text];

function readTime(text: string): number | undefined {
  const ms = Date.parse(text.replaceAll('/', '-'));
  return Number.isNaN(ms) ? undefined : ms;
}

/** Without what the row leaves open. */
const dropMissing = (changes: ContactChanges): ContactChanges =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
