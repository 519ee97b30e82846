//! Files from outside: encodings, separators, what is no table, and many rows.

use std::time::{Duration, Instant};

use fielddesk_service::admin::Given;
use fielddesk_service::store::RecordKind::{Project, WorkOrder};

use super::{Operator, counts};

/// A file of 10,000 rows is imported in less than this, also where programs are not optimised.
const SOON: Duration = Duration::from_secs(20);

fn utf_16(text: &str) -> Vec<u8> {
    let mut bytes = vec![0xff, 0xfe];
    bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    bytes
}

#[tokio::test]
async fn a_name_arrives_whatever_the_encoding_and_the_separator_of_its_file() {
    let windows_1252 = b"projectNumber;name\r\nP-2;\xc5lg\xe5rd, \xf8st\r\n";
    let files: [(&str, Vec<u8>); 8] = [
        ("comma", "projectNumber,name\nP-2,\"Ålgård, øst\"\n".into()),
        ("semicolon", "projectNumber;name\nP-2;Ålgård, øst\n".into()),
        ("tab", "projectNumber\tname\nP-2\tÅlgård, øst\n".into()),
        (
            "old line ends",
            "projectNumber;name\rP-2;Ålgård, øst\r".into(),
        ),
        (
            "byte order mark",
            "\u{feff}projectNumber;name\nP-2;Ålgård, øst".into(),
        ),
        (
            "UTF-16",
            utf_16("projectNumber;name\r\nP-2;Ålgård, øst\r\n"),
        ),
        ("Windows-1252", windows_1252.to_vec()),
        (
            "invisible signs around a value",
            "sep=;\nprojectNumber;name\n\u{200b}P-2\u{a0};\u{feff} Ålgård, øst \n".into(),
        ),
    ];
    for (form, file) in files {
        let operator = Operator::furnished().await;
        assert_eq!(
            counts(&operator.import(Project, file).await),
            [1, 0, 0, 0],
            "{form}"
        );
        let added = operator.list(Project).await.remove(1);
        assert_eq!(added["projectNumber"], "P-2", "{form}");
        assert_eq!(added["name"], "Ålgård, øst", "{form}");
    }
}

#[tokio::test]
async fn what_is_no_table_of_records_is_refused_with_its_name_and_a_remedy() {
    let operator = Operator::furnished().await;
    let before = (operator.all().await, operator.audit().await.len());
    let files: [(&[u8], &str); 9] = [
        (b"", "The file is empty"),
        (b"projectNumber,name\n", "Add rows below"),
        (b"projectNumber,name\nP-2,\"A\n", "Row 2"),
        (
            b"projectNumber,name\nP-2,\0\n",
            "neither text nor a workbook",
        ),
        (b"projectNumber,name\nP-2,\x81\n", "Row 2"),
        (b"<html><table>", "web page"),
        (b"PK\x03\x04broken", "damaged"),
        (
            b"number,name\nP-2,A\n",
            "no column is called projectNumber; row 1 has: number, name",
        ),
        (
            b"projectNumber,name,Name\nP-2,A,B\n",
            "two columns are called name",
        ),
    ];
    for (file, sentence) in files {
        let refused = operator.try_import(Project, file, false).await.unwrap_err();
        let refused = refused.to_string();
        assert!(refused.contains("file.csv"), "{refused}");
        assert!(
            refused.to_lowercase().contains(&sentence.to_lowercase()),
            "{refused}"
        );
    }
    let missing = operator.folder.path().join("missing.csv");
    let refused = operator
        .admin
        .import_records(Project, &missing, Given::new(), false);
    let refused = refused.await.unwrap_err().to_string();
    assert!(refused.contains("missing.csv"), "{refused}");
    assert_eq!((operator.all().await, operator.audit().await.len()), before);
}

#[tokio::test]
async fn ten_thousand_rows_are_one_act_in_reasonable_time() {
    let operator = Operator::furnished().await;
    let acts = operator.audit().await.len();
    let mut file = "projectNumber;externalId;name;workDescriptionShort\n".to_owned();
    for number in 1_000..11_000 {
        file.push_str(&format!("P-1;{number};Grøft, pel {number};Grøft\n"));
    }
    for expected in [[10_000, 0, 0, 0], [0, 0, 10_000, 0]] {
        let start = Instant::now();
        assert_eq!(counts(&operator.import(WorkOrder, &file).await), expected);
        let took = start.elapsed();
        assert!(took < SOON, "{took:?}");
    }
    file = file.replace("Grøft, pel", "Grøft ved pel");
    assert_eq!(
        counts(&operator.import(WorkOrder, &file).await),
        [0, 10_000, 0, 0]
    );
    assert_eq!(operator.list(WorkOrder).await.len(), 10_001);
    assert_eq!(operator.audit().await.len(), acts + 2);
}
