// `wgsl!((x .- v @ (1)) ./ 3)`, in a crate `K`.
fn columns() -> String {
    match (&(x), &(v)) {
        (slot0, slot1) => {
            let gpu = &K::__private::gpu::no_machine();
            let operand0 = K::__private::gpu::Operand::leaf(&*slot0);
            let operand1 = K::__private::gpu::mapped::<2, _, _>(K::__private::gpu::Operand::leaf(&*slot1), &[1]);
            let rank0 = K::__private::gpu::rank(&operand0);
            let rank1 = K::__private::gpu::rank(&operand1);
            {
                let _ = {
                    let inner_rank0 = rank1;
                    K::__private::gpu::FitsMap::fits(K::__private::gpu::found_of_map(
                        inner_rank0,
                        K::__private::gpu::At::<1, 2>,
                    ));
                    let mapped_rank0 = K::__private::gpu::MapRank::map_rank(inner_rank0, K::__private::gpu::At::<1, 2>);
                    let rank = K::__private::gpu::join(rank0, mapped_rank0);
                    K::__private::gpu::Fits::fits(K::__private::gpu::FitsMatrix::fits(
                        K::__private::gpu::FitsVector::fits(rank0, rank),
                    ));
                    K::__private::gpu::Reaches::fits(mapped_rank0, rank);
                    K::__private::gpu::Covered::<0>::covered(rank);
                    K::__private::gpu::text_run(
                        gpu,
                        &K::__private::gpu::Call {
                            name: "wgsl!",
                            operands: &["x", "v @ (1)"],
                            targets: &[],
                            axes: &[],
                            cost: 5,
                            serial: false,
                        },
                        rank,
                        (),
                        (operand0, operand1),
                        &K::__private::gpu::Formula {
                            steps: &[
                                K::__private::gpu::FormulaStep {
                                    at: 0,
                                    node: K::__private::gpu::Node::Apply(
                                        "minus",
                                        &[K::__private::gpu::Value::Leaf(0), K::__private::gpu::Value::Leaf(1)],
                                    ),
                                },
                                K::__private::gpu::FormulaStep {
                                    at: 1,
                                    node: K::__private::gpu::Node::Apply(
                                        "divide",
                                        &[K::__private::gpu::Value::Step(0), K::__private::gpu::Value::Integer(3)],
                                    ),
                                },
                            ],
                            stored: &[],
                            folds: &[],
                            values: &[K::__private::gpu::Value::Step(1)],
                        },
                        |_level, ((), (element0, element1))| {
                            let value0 = K::ops::Minus::minus(element1, element0);
                            let value1 = K::ops::Divide::divide(K::ops::Adopt::<3>::like(&value0), value0);
                            K::__private::gpu::formula(
                                (
                                    K::__private::gpu::GpuElement::typed_number(&value0),
                                    K::__private::gpu::GpuElement::typed_number(&value1),
                                ),
                                ((), K::Stored::store(value1)),
                            )
                        },
                    )
                };
                K::__private::gpu::text(gpu)
            }
        }
    }
}
