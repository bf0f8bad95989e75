export { requireMember } from '../../src/kernel/tool/member.ts';
