import type { Phrases } from '../../language';
import type { english } from './en';
import type { Names } from './names';

/** Messages in Japanese, by code as in `en.ts`. */
export const japanese: Readonly<Record<keyof typeof english, string>> = {
	CB_VA01: '入力内容が正しくありません。',
	CB_IJ01: '不正なJSON文字列です。',
	CB_IL02: '不正なリクエストです。',
	CB_AU01: 'ログインしてください。',
	CB_WA01:
		'ユーザーのパスワード認証に失敗しました。「X-Cybozu-Authorization」ヘッダーの値が正しくありません。',
	CB_OA01: 'OAuthトークンが正しくありません。',
	CB_NO02: '権限がありません。',
	CB_NF01: '指定したAPIが見つかりません。',
	GAIA_NO01: '指定したAPIトークンでは、このAPIを実行できません。',
	GAIA_IA02: '指定したAPIトークンが見つかりません。',
	GAIA_AP01: '指定したアプリが見つかりません。削除されている可能性があります。',
	GAIA_RE01: '指定したレコードが見つかりません。',
	GAIA_RE09: '同じレコードが複数指定されています。',
	GAIA_RE20: '指定したキーのレコードが見つかりません。',
	GAIA_BL01: '指定したファイルが見つかりません。',
	GAIA_RE02: '指定されたコメントが存在しません。コメントが削除されている可能性があります。',
	GAIA_CN01: '指定したカーソルが見つかりません。',
	GAIA_TM12: '作成できるカーソルの上限に達しています。同時に作成できるカーソルは10個までです。',
	GAIA_TO04: 'APIの同時接続数が上限を超えています。',
	GAIA_CO02:
		'指定したrevisionは最新ではありません。ほかのユーザーがレコードを更新した可能性があります。',
	GAIA_CO03:
		'指定したrevisionは最新ではありません。ほかのユーザーが設定を更新した可能性があります。',
	GAIA_DA02: 'データベースのロックに失敗しました。時間をおいて再度お試しください。',
	GAIA_QU01: 'limitは500以下でなければなりません。',
	GAIA_QU02: 'offsetは10,000以下でなければなりません。',
	GAIA_IQ03: 'このフィールドには演算子を使用できません。',
	GAIA_IQ07: 'テーブル内のフィールドには、=、!=演算子を使用できません。',
	GAIA_IQ10: '指定した値は、フィールドの選択肢にありません。',
	GAIA_IQ11: '指定したフィールドが見つかりません。',
	GAIA_IQ23: '日付関数に指定した日が正しくありません。',
	GAIA_IQ25: '日付関数に指定した単位が正しくありません。',
	GAIA_IL08: '関数の引数の数が正しくありません。',
	GAIA_IR02: '指定したフィールドは関連レコード一覧ではありません。',
	GAIA_LO02: '指定したフィールドは、ほかのアプリのルックアップのキーです。',
	GAIA_LO03: 'ルックアップのキーフィールドで、値の重複が禁止されていません。',
	GAIA_LO04: 'ルックアップの参照先に、指定した値がありません。',
	GAIA_FC01: '指定したフィールドコードが見つかりません。',
	GAIA_IL01: '計算式が正しくありません。',
	GAIA_IL03:
		'ステータスの変更に失敗しました。ほかのユーザーが、ステータス、またはステータスの設定を変更した可能性があります。',
	GAIA_ST02: '操作に失敗しました。プロセス管理機能が無効化されています。',
	GAIA_IL23:
		'ゲストスペース内のアプリを操作する場合は、リクエストの送信先を「/k/guest/（ゲストスペースのID）/v1/...」にします。',
	GAIA_OF02: 'この機能は有効になっていません。',
	GAIA_SA01: '作業者を指定してください。',
	GAIA_SI01: 'テーブルの行のIDが重複しています。',
	GAIA_SP01: '指定したスペースが見つかりません。削除されている可能性があります。',
	GAIA_TH01: '指定したスレッドが見つかりません。削除されている可能性があります。',
	GAIA_PL01: '指定したプラグインはインストールされていません。',
	UNEXPECTED: 'サンドボックスで予期しないエラーが発生しました。',
};

/** What the service says of one request: English → Japanese. */
export const phrases: Phrases = {
	'Required field.': '必須です。',
	'Required.': '必須です。',
	'must be one of the enum value': 'Enum値のいずれかでなければなりません。',
	'must be greater than or equal to {least}': '最小でも{least}以上である必要があります。',
	'must be less than or equal to {most}': '最大でも{most}以下である必要があります。',
	'Enter more than {count} characters.': '{count}文字より長くなければなりません。',
	'Enter less than {count} characters.': '{count}文字より短くなければなりません。',
	'Enter between 1 and 128 characters.': '1文字以上128文字以内で入力してください。',
	'Only numbers are allowed.': '数字でなければなりません。',
	'The value must be {most} or less.': '{most}以下である必要があります。',
	'The value must be {least} or more.': '{least}以上である必要があります。',
	'The value, "{value}", is not in options.': '"{value}"は選択肢にありません。',
	'This value already exists in another record.': '値がほかのレコードと重複しています。',
	'Enter a valid URL.': 'URLの形式が正しくありません。',
	'Enter a valid date, such as 2026-01-31.': '日付の形式が正しくありません。（例：2026-01-31）',
	'Enter a valid time, such as 23:59.': '時刻の形式が正しくありません。（例：23:59）',
	'Enter a valid date and time, such as 2026-01-31T10:00:00Z.':
		'日時の形式が正しくありません。（例：2026-01-31T10:00:00Z）',
	'Enter a valid date and time.': '日時の形式が正しくありません。',
	'The user (code: {code}) was not found. It may have been deleted.':
		'ユーザー（code：{code}）が見つかりません。削除されている可能性があります。',
	'The organization (code: {code}) was not found. It may have been deleted.':
		'組織（code：{code}）が見つかりません。削除されている可能性があります。',
	'The group (code: {code}) was not found. It may have been deleted.':
		'グループ（code：{code}）が見つかりません。削除されている可能性があります。',
	'The user was not found.': 'ユーザーが見つかりません。',
	'The code {code} was not found. It may have been deleted.':
		'code「{code}」が見つかりません。削除されている可能性があります。',
	'The app (ID: {id}) not found. The app may have been deleted.':
		'指定したアプリ（id: {id}）が見つかりません。削除されている可能性があります。',
	'The specified record (ID: {id}) is not found.': '指定したレコード（id: {id}）が見つかりません。',
	'The specified file (id: {id}) not found.': '指定したファイル（id: {id}）が見つかりません。',
	'The space (ID: {id}) was not found. It may have been deleted.':
		'指定したスペース（id: {id}）が見つかりません。削除されている可能性があります。',
	'The thread (ID: {id}) was not found. It may have been deleted.':
		'指定したスレッド（id: {id}）が見つかりません。削除されている可能性があります。',
	'The space is a guest space. Use the path of the guest space.':
		'スペースはゲストスペースです。ゲストスペースのパスを使用してください。',
	"The specified API token does not match the target app's API token.":
		'指定したAPIトークンが、対象アプリのAPIトークンと一致しません。',
	'A value {key} in the field {field} does not exist in the datasource app for lookup, or you do not have permission to view the app or the field.':
		'フィールド「{field}」の値「{key}」が、ルックアップの参照先のフィールドにないか、またはアプリやフィールドのアクセス権がありません。',
	'The field {key} of the datasource app allows duplicate values and cannot be the key of the lookup {field}.':
		'参照先アプリのフィールド「{key}」は値の重複を禁止していないため、ルックアップ「{field}」のキーにできません。',
	'The field (code: {code}) is the key of a lookup in another app and cannot be deleted.':
		'フィールド（code：{code}）は、ほかのアプリのルックアップのキーのため、削除できません。',
	'Another lookup already copies to the field (code: {code}).':
		'フィールド（code：{code}）は、ほかのルックアップのコピー先に指定されています。',
	'The field code ({code}) was not found.': '指定したフィールドコード（{code}）が見つかりません。',
	'The field ({code}) was not found.': '指定したフィールド（{code}）が見つかりません。',
	'The field (code: {code}) was not found.': '指定したフィールド（code：{code}）が見つかりません。',
	'The field code "{code}" is already used.': 'フィールドコード「{code}」はすでに使われています。',
	'The field ({code}) has no option "{value}".':
		'フィールド（{code}）に選択肢「{value}」がありません。',
	'The operator {operator} cannot be used with the field ({code}) of a table. Use in or not in.':
		'テーブル内のフィールド（{code}）には{operator}演算子を使用できません。in、not inを使用してください。',
	'The operator {operator} cannot be used with the field ({code}), a {type}.':
		'フィールド（{code}）のタイプ（{type}）には{operator}演算子を使用できません。',
	'The field ({code}), a {type}, cannot be sorted by.':
		'フィールド（{code}）のタイプ（{type}）では並び替えできません。',
	'The query is wrong at character {place}: {problem}':
		'クエリ記法が間違っています。（{place}文字目：{problem}）',
	'The formula of the field "{label}" is wrong. ({reason})':
		'「{label}」フィールドの計算式が正しくありません。（{reason}）',
	'The syntax of the formula is wrong.': '計算式の文法が正しくありません。',
	'The function {name} cannot be used.': '関数{name}は使用できません。',
	'The number of arguments of {name} is wrong.': '関数{name}の引数の数が正しくありません。',
	'The field code ({code}) in the formula does not exist.':
		'計算式に含まれるフィールドコード（{code}）が存在しません。',
	'The fields refer to each other in a circle.': 'フィールドの参照が循環しています。',
	'A number is needed.': '数値を指定してください。',
	'A maximum of {most} records can be added at one time.':
		'一度に{most}件までのレコードを追加できます。',
	'A maximum of {most} records can be updated at one time.':
		'一度に{most}件までのレコードを更新できます。',
	'Between 1 and {most} records can be deleted at one time.':
		'一度に削除できるレコードは1件から{most}件までです。',
	'A maximum of {most} requests can be sent at one time.':
		'一度に送信できるリクエストは{most}件までです。',
	'At most {most} can be specified.': '指定できるのは{most}件までです。',
	'At most {most} mentions can be specified.': '指定できる宛先は{most}件までです。',
	'At most {most} values can be specified.': '指定できる値は{most}件までです。',
	'Specify either id or updateKey.': 'idまたはupdateKeyのいずれかを指定してください。',
	'The settings of the app are being deployed. Try again when the deploy has ended.':
		'アプリの設定を運用環境に反映しています。完了してから再度お試しください。',
};

export const japaneseNames: Names = {
	fields: {
		RECORD_NUMBER: ['レコード番号', 'レコード番号'],
		CREATOR: ['作成者', '作成者'],
		CREATED_TIME: ['作成日時', '作成日時'],
		MODIFIER: ['更新者', '更新者'],
		UPDATED_TIME: ['更新日時', '更新日時'],
		STATUS: ['ステータス', 'ステータス'],
		STATUS_ASSIGNEE: ['作業者', '作業者'],
		CATEGORY: ['カテゴリー', 'カテゴリー'],
	},
	statuses: ['未処理', '処理中', '完了'],
	actions: ['処理開始', '完了する'],
};
